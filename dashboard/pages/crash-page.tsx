import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Page } from '../components/page.tsx';

/** For a page that failed, or whose part could not be loaded: a deployment may have replaced it. */
export const CrashPage = ({ error }: ErrorComponentProps) => (
  <Page title="Something went wrong">
    <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  </Page>
);
