import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBilling } from '../../api/billing.ts';
import { Card } from '../../components/card.tsx';
import styles from './plan.module.css';

/** What happens to limits, keys, history and payment when the plan changes. */
export function ChangeRulesCard() {
  const paysHere = useBilling().data?.enabled ?? false;
  return (
    <Card
      title="When you change your plan"
      description="The next step shows what changes and costs, before anything happens."
    >
      <dl className={styles.rules}>
        <Rule name="Limits">
          The new limits apply with the next request of every key. Calls that a key has made today count against the new
          quota. On the day of an upgrade, the quota grows by the part of the day that is left; the whole quota begins
          at midnight UTC.
        </Rule>
        <Rule name="Keys">
          Your keys and secrets stay the same. If you have more keys than the new plan allows,{' '}
          <Link to="/keys">revoke some</Link> first: until then, you cannot change to it.
        </Rule>
        <Rule name="History">With a shorter history, older requests are hidden at once. Usage figures stay.</Rule>
        {paysHere && (
          <Rule name="Price">
            For a larger plan, you pay the difference for the rest of the billing period at once. With a smaller plan,
            the day of the change stays charged, and what you have paid too much for the days after it becomes credit
            for your next invoices.
          </Rule>
        )}
        {paysHere && (
          <Rule name="Failed payments">
            You keep your plan for some days and can pay the invoice here. After that, requests with your keys are
            refused until you pay or choose another plan.
          </Rule>
        )}
      </dl>
    </Card>
  );
}

const Rule = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
