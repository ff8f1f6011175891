import { Link, Outlet } from '@tanstack/react-router';
import { useHasStatusFile, useService } from '../service.ts';
import { loadSignIn } from '../session/load-amplify.ts';
import { FirstFrame } from './first-frame.tsx';
import styles from './front.module.css';
import { helpPages } from './help-pages.ts';
import { Logo } from './logo.tsx';
import { ServiceLinks } from './service-links.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Loads what signing in needs while the user types. A failure shows when the form is sent. */
const prepareSignIn = () => void loadSignIn().catch(() => undefined);

/** What the service is for, and where its networks, limits and prices are. */
function Purpose() {
  const { name } = useService();
  const isPublic = useHasStatusFile();
  return (
    <p className={styles.purpose}>
      {name} is a gateway for blockchain JSON-RPC: one key for each workload, with its own limits, usage and history.
      {isPublic && (
        <>
          {' '}
          <Link to="/status" preload={false}>
            Networks, limits and prices
          </Link>
        </>
      )}
    </p>
  );
}

/** The frame of the signed-out pages. */
export const Front = () => (
  <FirstFrame>
    <div className={styles.front}>
      <main className={styles.main} onInput={prepareSignIn}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <Purpose />
        <div className={styles.panel}>
          <Outlet />
        </div>
      </main>
      <footer className={styles.footer}>
        <nav aria-label="Documentation and status">
          <ul className={styles.pages}>
            {helpPages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} preload={false}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ServiceLinks />
        <ThemeChoice />
      </footer>
    </div>
  </FirstFrame>
);
