import type { ErrorComponentProps } from '@tanstack/react-router';
import { LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty.tsx';
import { ErrorNotice, Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { ContactSupport } from '../components/support-link.tsx';
import { useService, useSignUpPolicy } from '../service.ts';
import { signUpCondition } from '../session/sign-up-condition.ts';
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

/** Shown if a page fails, or if its script cannot be loaded, as after a deployment that replaced it. */
export const CrashPage = ({ error }: ErrorComponentProps) => (
  <Page title="Something went wrong">
    <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  </Page>
);

/** Shown instead of every page if the service does not accept the user's sign-up. */
export function SignUpRefusedPage() {
  const { name } = useService();
  const condition = signUpCondition(useSignUpPolicy());
  return (
    <Page title="No account">
      <Notice tone="bad" title={`You have no account of ${name}`}>
        {condition ?? 'Your sign-up was refused.'} <ContactSupport />
      </Notice>
    </Page>
  );
}

/** Shown for an unknown URL. */
export const NotFoundPage = () => (
  <Page title="Page not found">
    <EmptyState title="This page does not exist" action={<LinkButton to="/">Go to the overview</LinkButton>}>
      Check the address for typos, or go back to the overview.
    </EmptyState>
  </Page>
);
