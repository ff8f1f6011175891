import { Check, CircleAlert, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { outcomeView } from '../format/outcomes.ts';
import styles from './badge.module.css';

type BadgeProps = {
  readonly tone?: 'neutral' | 'good' | 'caution' | 'bad' | 'accent';
  readonly children: ReactNode;
};

const icons = { good: Check, caution: CircleAlert, bad: OctagonX } as const;

/** A label for a state: colour, and an icon for those who cannot tell the colours apart. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  const Icon = tone === 'neutral' || tone === 'accent' ? undefined : icons[tone];
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {Icon && <Icon size={13} aria-hidden="true" />}
      {children}
    </span>
  );
}

/** The outcome of a call or request. */
export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const { tone, label } = outcomeView(outcome);
  return <Badge tone={tone}>{label}</Badge>;
}
