import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useId, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../api/account.ts';
import { ApiError } from '../api/api-errors.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useSubmit } from '../components/submit-form.tsx';
import { useService } from '../service.ts';
import { endSession } from '../session/sign-out.ts';
import { AccountNotices } from './account-notices.tsx';
import { SignUpRefusedPage } from './failure-pages.tsx';
import { Logo } from './logo.tsx';
import { ServiceLinks } from './service-links.tsx';
import styles from './shell.module.css';
import { ThemeChoice } from './theme-choice.tsx';

const pages = [
  { to: '/', label: 'Overview' },
  { to: '/keys', label: 'Keys' },
  { to: '/endpoints', label: 'Endpoints' },
  { to: '/usage', label: 'Usage' },
  { to: '/history', label: 'History' },
  { to: '/activity', label: 'Activity' },
  { to: '/plan', label: 'Plan' },
] as const;

/** The frame of the signed-in pages: navigation, and notices for every page. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const navigation = useId();
  const { name } = useService();
  const { data: account, error } = useAccount();
  const isRefused = error instanceof ApiError && error.code === 'sign_up_refused';
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.side} data-open={isOpen || undefined}>
        <div className={styles.brand}>
          <Link to="/" className={styles.home} aria-label={`${name}, overview`}>
            <Logo />
          </Link>
          <div className={styles.toggle}>
            <Button size="small" onPress={() => setOpen(!isOpen)} aria-expanded={isOpen} aria-controls={navigation}>
              Menu
            </Button>
          </div>
        </div>
        <div id={navigation} className={styles.panel}>
          <nav aria-label="Pages">
            <ul className={styles.pages}>
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.page}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    onClick={() => setOpen(false)}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <AccountMenu onNavigate={() => setOpen(false)} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        <OfflineNotice />
        <AccountNotices account={account} />
        {isRefused ? <SignUpRefusedPage /> : <Outlet />}
      </main>
    </div>
  );
}

/** The theme, links to the operator, the signed-in account and the button to sign out. */
function AccountMenu({ onNavigate }: { readonly onNavigate: () => void }) {
  const { data: account } = useAccount();
  const queryClient = useQueryClient();
  const router = useRouter();
  const signingOut = useSubmit();
  const signOut = () => signingOut.submit(() => endSession(queryClient, router, 'signed-out'));
  return (
    <div className={styles.account}>
      <ServiceLinks />
      <ThemeChoice />
      <Link to="/account" className={styles.page} onClick={onNavigate}>
        <span className={styles.email}>{account?.email ?? 'Account'}</span>
      </Link>
      <Button variant="quiet" size="small" isPending={signingOut.isPending} onPress={signOut}>
        Sign out
      </Button>
    </div>
  );
}

const listen = (listener: () => void) => onlineManager.subscribe(listener);

/** Tells on every page that nothing refreshes while the browser is offline. */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline());
  if (isOnline) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="caution" title="You are offline">
        You see the data that was loaded last. It will refresh when you reconnect.
      </Notice>
    </div>
  );
}
