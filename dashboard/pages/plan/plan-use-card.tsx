import { Link } from '@tanstack/react-router';
import type { Key, Plan } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Meter } from '../../components/meter.tsx';
import { formatDays } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';
import styles from './plan.module.css';
import { type PlanUse, planUse } from './plan-use.ts';

type PlanUseCardProps = { readonly plan: Plan; readonly keys: readonly Key[] };

/** What the account has with its plan, and what it uses of it today. */
export function PlanUseCard({ plan, keys }: PlanUseCardProps) {
  const { activeKeys, busiest } = planUse(keys);
  return (
    <Card
      title={`What you use of ${planTitle(plan)} today`}
      description="The quota of calls applies to each key, and starts again at midnight UTC. A new key that takes the place of a key revoked today has what that key has left."
      actions={<LinkButton to="/usage">See usage</LinkButton>}
    >
      <div className={styles.use}>
        <Meter label="Active keys" value={activeKeys} limit={plan.keys} />
        <CallsToday activeKeys={activeKeys} busiest={busiest} />
      </div>
      <p className={styles.hint}>
        You see the requests of the last {formatDays(plan.historyDays)} in your <Link to="/history">history</Link>.
      </p>
    </Card>
  );
}

/** Today's calls of the busiest key, or why there are none to show. */
function CallsToday({ activeKeys, busiest }: PlanUse) {
  if (busiest && busiest.today > 0) {
    return (
      <Meter label={`Calls today of “${busiest.name}”, your busiest key`} value={busiest.today} limit={busiest.quota} />
    );
  }
  if (busiest) return <p className={styles.hint}>None of your keys has made a call today.</p>;
  if (activeKeys > 0) return <p className={styles.hint}>Today’s calls are not known at the moment.</p>;
  return (
    <p className={styles.hint}>
      You have no active key. <Link to="/keys">Create a key</Link> to send requests.
    </p>
  );
}
