import type { ReactNode } from 'react';
import { outcomeView } from '../format/outcomes.ts';
import styles from './badge.module.css';

type BadgeProps = {
  readonly tone?: 'neutral' | 'good' | 'caution' | 'bad' | 'accent';
  readonly children: ReactNode;
};

/** A label for a state. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
);

/** The outcome of a call or request. */
export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const { tone, label } = outcomeView(outcome);
  return <Badge tone={tone}>{label}</Badge>;
}
