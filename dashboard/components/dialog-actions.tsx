import type { ReactNode } from 'react';
import styles from './dialog.module.css';

/** The row of buttons at the end of a dialog. A file of its own: forms outside of dialogs need no dialog code. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
