import { Outlet } from '@tanstack/react-router';
import { loadSignIn } from '../session/load-amplify.ts';
import styles from './front.module.css';
import { Logo } from './logo.tsx';
import { ServiceLinks } from './service-links.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Loads what signing in needs while the user types. A failure shows when the form is sent. */
const prepareSignIn = () => void loadSignIn().catch(() => undefined);

/** The frame of the signed-out pages. */
export const Front = () => (
  <main className={styles.front} onInput={prepareSignIn}>
    <div className={styles.brand}>
      <Logo />
    </div>
    <div className={styles.panel}>
      <Outlet />
    </div>
    <ServiceLinks />
    <ThemeChoice />
  </main>
);
