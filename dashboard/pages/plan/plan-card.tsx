import { useId } from 'react';
import type { Plan } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { formatDollars } from '../../format/numbers.ts';
import styles from './plan.module.css';
import { changeName, excessKeys, planTerms, planTitle } from './plan-terms.ts';

type PlanCardProps = {
  readonly plan: Plan;
  /** The account's plan; null if it has no active plan. */
  readonly held: Plan | null;
  /** Undefined while unknown. */
  readonly activeKeys: number | undefined;
  readonly onChoose: () => void;
};

/** A plan with its terms and the button to choose it. */
export function PlanCard({ plan, held, activeKeys, onChoose }: PlanCardProps) {
  const title = useId();
  const { Price: _, ...terms } = planTerms(plan);
  const isHeld = plan.planId === held?.planId;
  const change = changeName(held, plan);
  const tooMany = activeKeys === undefined ? 0 : excessKeys(plan, activeKeys);
  return (
    <li className={styles.plan} data-held={isHeld || undefined} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>{planTitle(plan)}</h2>
        {isHeld && <Badge tone="accent">Your plan</Badge>}
      </div>
      <p className={styles.price}>
        {formatDollars(plan.pricePerMonth)} <span className={styles.month}>per month</span>
      </p>
      <dl className={styles.terms}>
        {Object.entries(terms).map(([what, value]) => (
          <div key={what} className={styles.term}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.choice}>
        {!isHeld && (
          <Button
            variant={change === 'Downgrade to' ? 'secondary' : 'primary'}
            onPress={onChoose}
            aria-label={`${change} ${planTitle(plan)}`}
          >
            {change.split(' ')[0]}
          </Button>
        )}
        {isHeld && !plan.open && (
          <p className={styles.hint}>Customers cannot choose this plan. If you leave it, you cannot come back.</p>
        )}
        {!isHeld && tooMany > 0 && (
          <p className={styles.hint}>
            Revoke {tooMany} {tooMany === 1 ? 'key' : 'keys'} first.
          </p>
        )}
      </div>
    </li>
  );
}
