import { Outlet } from '@tanstack/react-router';
import styles from './front.module.css';
import { Logo } from './logo.tsx';
import { ServiceLinks } from './service-links.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The frame of the signed-out pages. */
export const Front = () => (
  <main className={styles.front}>
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
