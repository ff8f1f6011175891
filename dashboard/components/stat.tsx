import type { ReactNode } from 'react';
import styles from './stat.module.css';

type StatProps = {
  readonly label: string;
  /** The figure; as a link if something explains it. */
  readonly value: ReactNode;
  readonly hint?: ReactNode;
};

/** Figures side by side, in full rows of four, two or one: a description list. */
export const Stats = ({ children }: { readonly children: ReactNode }) => <dl className={styles.stats}>{children}</dl>;

/** One figure with its label. */
export const Stat = ({ label, value, hint }: StatProps) => (
  <div className={styles.stat}>
    <dt>{label}</dt>
    <dd className={styles.value}>{value}</dd>
    {hint !== undefined && <dd className={styles.hint}>{hint}</dd>}
  </div>
);
