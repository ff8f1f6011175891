import type { ReactNode } from 'react';
import styles from './stat.module.css';

type StatProps = {
  readonly label: string;
  /** The figure; as a link if something explains it. */
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  /** How much the figure matters now. */
  readonly tone?: 'caution' | 'bad' | undefined;
};

/** Figures side by side, in rows of four, two or one: a description list. */
export const Stats = ({ children }: { readonly children: ReactNode }) => <dl className={styles.stats}>{children}</dl>;

/** One figure with its label. */
export const Stat = ({ label, value, hint, tone }: StatProps) => (
  <div className={styles.stat}>
    <dt>{label}</dt>
    <dd className={`${styles.value} ${tone ? styles[tone] : ''}`}>{value}</dd>
    {hint !== undefined && <dd className={styles.hint}>{hint}</dd>}
  </div>
);
