import { useId } from 'react';
import type { Plan } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { formatPrice } from '../../format/money.ts';
import { planTitle } from '../../format/words.ts';
import { AskOperator } from './ask-operator.tsx';
import styles from './plan.module.css';
import { PlanFitNote } from './plan-fit.tsx';
import { changeName, planTerms } from './plan-terms.ts';
import type { PlanFit } from './plan-use.ts';

type PlanCardProps = {
  readonly plan: Plan;
  /** The account's plan; null if it has no active plan. */
  readonly held: Plan | null;
  /** Whether a change to this plan waits for its payment. */
  readonly isPending: boolean;
  /** Whether no plan can be chosen now. */
  readonly isDisabled: boolean;
  /** Undefined while the keys load. */
  readonly fit: PlanFit | undefined;
  readonly onChoose: () => void;
};

/** A plan with its terms and the button to choose it. */
export function PlanCard(props: PlanCardProps) {
  const { plan, held, isPending, fit } = props;
  const title = useId();
  const { Price: _, ...terms } = planTerms(plan);
  const isHeld = plan.planId === held?.planId;
  return (
    <li className={styles.plan} data-held={isHeld || undefined} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>{planTitle(plan)}</h2>
        {isHeld && <Badge tone="accent">Your plan</Badge>}
        {isPending && <Badge tone="caution">Pending</Badge>}
      </div>
      <p className={styles.price}>
        {formatPrice(plan.pricePerMonth, plan.currency)} <span className={styles.month}>per month</span>
      </p>
      <dl className={styles.terms}>
        {Object.entries(terms).map(([what, value]) => (
          <div key={what} className={styles.term}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {fit && !isHeld && <PlanFitNote fit={fit} />}
      <div className={styles.choice}>
        {isHeld ? (
          !plan.open && (
            <p className={styles.hint}>Customers cannot choose this plan. If you leave it, you cannot come back.</p>
          )
        ) : plan.open ? (
          <Choice {...props} />
        ) : (
          <AskOperator plan={plan} />
        )}
      </div>
    </li>
  );
}

/** The button to choose a plan. */
function Choice({ plan, held, isDisabled, onChoose }: PlanCardProps) {
  const change = changeName(held, plan);
  return (
    <Button
      variant={change === 'Downgrade to' ? 'secondary' : 'primary'}
      onPress={onChoose}
      isDisabled={isDisabled}
      aria-label={`${change} ${planTitle(plan)}`}
    >
      {change.split(' ')[0]}
    </Button>
  );
}
