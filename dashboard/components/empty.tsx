import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Shown if there is no content: says why, and offers the next step. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {children !== undefined && <div className={styles.text}>{children}</div>}
    {action}
  </div>
);
