import type { ErrorComponentProps } from '@tanstack/react-router';
import { LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import styles from './front.module.css';

/** Shown where the dashboard does not know where its API is. */
export const ConfigFailure = ({ error }: { readonly error: Error }) => (
  <main className={styles.front}>
    <div className={styles.panel}>
      <h1>Sluice</h1>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </div>
  </main>
);

/** For a page that failed, or whose part could not be loaded: a deployment may have replaced it. */
export const CrashPage = ({ error }: ErrorComponentProps) => (
  <Page title="Something went wrong">
    <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  </Page>
);

/** For an address that leads nowhere. */
export const NotFoundPage = () => (
  <Page title="Page not found">
    <EmptyState title="There is no such page" action={<LinkButton to="/">Go to the overview</LinkButton>}>
      The address may have a typing error in it, or the page is gone.
    </EmptyState>
  </Page>
);
