import { memo } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Key, Plan } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatCount } from '../../format/numbers.ts';
import { formatDays } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';
import styles from './plan-card.module.css';

/** The plan and what is left of it. */
export const PlanCard = memo(({ keys }: { readonly keys: readonly Key[] | undefined }) => (
  <QueryState query={useAccount()} loading={<Skeleton height="16rem" />}>
    {({ plan, planId }) => (
      <Card
        title={`${planTitle({ planId })} plan`}
        actions={<LinkButton to="/plan">{plan ? 'See plans' : 'Choose a plan'}</LinkButton>}
      >
        {plan ? (
          <Terms plan={plan} active={keys?.length} />
        ) : (
          <p>It is not active, so requests with your keys are refused.</p>
        )}
      </Card>
    )}
  </QueryState>
));

const Terms = ({
  plan: { keys, limits, historyDays },
  active,
}: {
  readonly plan: Plan;
  readonly active: number | undefined;
}) => (
  <div className={styles.plan}>
    <dl className={styles.terms}>
      <Term name="Keys">{active === undefined ? formatCount(keys) : keysLeft(keys, active)}</Term>
      <Term name="Calls per day and key">{formatCount(limits.callsPerDay)}</Term>
      <Term name="Calls per second and key">{formatCount(limits.callsPerSecond)}</Term>
      <Term name="History">{formatDays(historyDays)}</Term>
    </dl>
  </div>
);

const keysLeft = (allowed: number, active: number): string =>
  active < allowed ? `${active} of ${allowed}, ${allowed - active} left` : `All ${allowed} used`;

const Term = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div className={styles.term}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
