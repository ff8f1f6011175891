import { useHasNoPlan } from '../../api/account.ts';
import type { Key, Usage } from '../../api/api.ts';
import { Stat, Stats } from '../../components/stat.tsx';
import { useNow } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { formatAbsolute, formatCountdown } from '../../format/times.ts';
import { todayTotals } from './today-totals.ts';

const tickMs = 1_000;
const none = '–';

/** The four main figures. */
export function OverviewFigures({ keys, usage }: { readonly keys: readonly Key[]; readonly usage: Usage | undefined }) {
  const { calls, unknown } = todayTotals(keys);
  const hasNoPlan = useHasNoPlan();
  const total = usage?.total;
  const latency = total?.latency;
  return (
    <Stats>
      <Stat
        label="Calls today"
        value={hasNoPlan ? none : formatCount(calls)}
        hint={
          hasNoPlan ? (
            'No active plan'
          ) : unknown > 0 ? (
            `The counters of ${unknown} ${unknown === 1 ? 'key' : 'keys'} cannot be read now`
          ) : (
            <Reset keys={keys} />
          )
        }
      />
      <Stat
        label="Calls, 24 hours"
        value={total ? formatCount(total.calls) : none}
        hint={total && `${formatCount(total.errors)} errors`}
      />
      <Stat
        label="Error rate, 24 hours"
        value={total ? formatShare(errorRate(total)) : none}
        hint="Calls that did not succeed"
      />
      <Stat
        label="Median latency, 24 hours"
        value={latency ? formatMilliseconds(latency.p50) : none}
        hint={
          latency
            ? `p95 ${formatMilliseconds(latency.p95)}, p99 ${formatMilliseconds(latency.p99)}`
            : 'No node has answered a call'
        }
      />
    </Stats>
  );
}

/** The time until the daily quotas reset. */
function Reset({ keys }: { readonly keys: readonly Key[] }) {
  const { resetsAt } = todayTotals(keys);
  const now = useNow(tickMs);
  if (resetsAt === undefined) return 'Create a key to start';
  return (
    <>
      Quotas reset in{' '}
      <time dateTime={new Date(resetsAt).toISOString()} title={formatAbsolute(resetsAt)}>
        {formatCountdown(resetsAt - now)}
      </time>
    </>
  );
}
