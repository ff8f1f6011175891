import { Link, Outlet } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useAccount } from '../api/account.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';

const pages = [
  { to: '/', label: 'Overview' },
  { to: '/keys', label: 'Keys' },
  { to: '/endpoints', label: 'Endpoints' },
  { to: '/usage', label: 'Usage' },
  { to: '/history', label: 'History' },
  { to: '/plan', label: 'Plan' },
] as const;

/** The frame of the pages for those who are signed in: the way to each page, and what is to be known on all of them. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const navigation = useId();
  const isSuspended = useAccount().data?.state === 'suspended';
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.side} data-open={isOpen || undefined}>
        <div className={styles.brand}>
          <Link to="/" className={styles.home} aria-label="Sluice, overview">
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
        {isSuspended && (
          <div className={styles.notice}>
            <Notice tone="bad" title="This account is suspended">
              Every request with one of its keys is refused. Write to your operator.
            </Notice>
          </div>
        )}
        <Outlet />
      </main>
    </div>
  );
}
