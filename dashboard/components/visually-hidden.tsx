import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. With the role `status`, changes are announced. */
export const VisuallyHidden = ({ role, children }: { readonly role?: 'status'; readonly children: ReactNode }) => (
  <span role={role} className={styles.hidden}>
    {children}
  </span>
);
