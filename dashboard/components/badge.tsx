import type { ReactNode } from 'react';
import { type Outcome, outcomes } from '../format/outcomes.ts';
import styles from './badge.module.css';

export type BadgeProps = {
  readonly tone?: 'neutral' | 'good' | 'caution' | 'bad' | 'accent';
  readonly children: ReactNode;
};

/** A word that is a state. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
);

/** How a call or request ended. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
);
