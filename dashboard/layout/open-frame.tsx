import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../components/button.tsx';
import { useService } from '../service.ts';
import { helpPages } from './help-pages.ts';
import { Logo } from './logo.tsx';
import styles from './open-frame.module.css';
import { ServiceLinks } from './service-links.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The frame of pages that visitors without a session may read. */
export function OpenFrame({ children }: { readonly children: ReactNode }) {
  const { name } = useService();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <Link to="/" className={styles.home} aria-label={`${name}, sign in`}>
          <Logo />
        </Link>
        <nav aria-label="Help">
          <ul className={styles.pages}>
            {helpPages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.page} activeOptions={{ includeSearch: false }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <LinkButton to="/sign-in" variant="primary">
          Sign in
        </LinkButton>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <footer className={styles.footer}>
        <ServiceLinks />
        <ThemeChoice />
      </footer>
    </div>
  );
}
