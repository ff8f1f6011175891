import { Link } from '@tanstack/react-router';
import type { Key, Plan } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Meter } from '../../components/meter.tsx';
import { formatDays } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';
import styles from './plan.module.css';
import { planUse } from './plan-use.ts';

type PlanUseCardProps = { readonly plan: Plan; readonly keys: readonly Key[] };

/** What the account has with its plan, and what it uses of it today. */
export function PlanUseCard({ plan, keys }: PlanUseCardProps) {
  const { activeKeys, busiest } = planUse(keys);
  const { callsPerDay } = plan.limits;
  return (
    <Card
      title={`What you use of ${planTitle(plan)} today`}
      description="Each key has the whole quota of calls. It starts again at midnight UTC."
      actions={<LinkButton to="/usage">See usage</LinkButton>}
    >
      <div className={styles.use}>
        <Meter label="Active keys" value={activeKeys} limit={plan.keys} />
        {busiest ? (
          <Meter
            label={`Calls today of “${busiest.name}”, your busiest key`}
            value={busiest.today}
            limit={callsPerDay}
          />
        ) : (
          <p className={styles.hint}>
            {activeKeys === 0 ? (
              <>
                You have no active key. <Link to="/keys">Create a key</Link> to send requests.
              </>
            ) : (
              'Today’s calls are not known at the moment.'
            )}
          </p>
        )}
      </div>
      <p className={styles.hint}>
        You see the requests of the last {formatDays(plan.historyDays)} in your <Link to="/history">history</Link>.
      </p>
    </Card>
  );
}
