import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Stands where there is nothing yet, says why, and leads on. */
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
