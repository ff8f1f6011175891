import type { ReactNode } from 'react';
import { type Outcome, outcomes } from '../format/outcomes.ts';
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
export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
);
