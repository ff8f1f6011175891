import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import styles from './front.module.css';

/** Shown if the dashboard's configuration cannot be read. */
export const ConfigFailure = ({ error }: { readonly error: Error }) => (
  <main className={styles.front}>
    <div className={styles.panel}>
      <h1>Dashboard</h1>
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </div>
  </main>
);

/** Shown if a page fails. */
export const CrashPage = ({ error }: ErrorComponentProps) => (
  <Page title="Something went wrong">
    <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  </Page>
);
