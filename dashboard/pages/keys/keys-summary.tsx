import { Link } from '@tanstack/react-router';
import { useAccount } from '../../api/account.ts';
import type { Key, UsageByKey } from '../../api/api.ts';
import { Stat, Stats } from '../../components/stat.tsx';
import { useNow } from '../../components/time.tsx';
import { dayMs } from '../../format/durations.ts';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { formatClock, formatDuration } from '../../format/times.ts';
import { type Lag, lagText } from './calls-to-come.ts';

type KeysSummaryProps = {
  readonly keys: readonly Key[] | undefined;
  /** The usage of the current UTC day, which starts at `from` (ISO 8601). */
  readonly usage: UsageByKey | undefined;
  readonly from: string;
  /** Calls that the figures do not have. */
  readonly lag: Lag;
};

const unknown = '–';
const second = 1_000;

/** The day of all keys together. */
export function KeysSummary({ keys, usage, from, lag }: KeysSummaryProps) {
  const allowed = useAccount().data?.plan?.keys;
  const now = useNow(second);
  const resetsAt = Date.parse(from) + dayMs;
  const calls = usage?.keys.reduce((sum, key) => sum + key.calls, 0);
  const errors = usage?.keys.reduce((sum, key) => sum + key.errors, 0);
  return (
    <Stats>
      <Stat
        label="Active keys"
        value={keys ? keys.length : unknown}
        hint={allowed === undefined ? '\u00a0' : `of ${allowed} on your plan`}
      />
      <Stat
        label="Calls today"
        value={
          calls === undefined ? (
            unknown
          ) : (
            <Link to="/history" search={{ from }}>
              {formatCount(calls)}
            </Link>
          )
        }
        hint={lagText(lag) ?? 'Of all keys, also revoked ones'}
      />
      <Stat
        label="Errors today"
        value={
          errors === undefined ? (
            unknown
          ) : (
            <Link to="/history" search={{ outcome: 'error', from }}>
              {formatCount(errors)}
            </Link>
          )
        }
        hint={calls && errors !== undefined ? `${formatShare(errors / calls)} of the calls` : '\u00a0'}
      />
      <Stat
        label="Quotas reset in"
        value={formatDuration(Math.max(0, Math.ceil((resetsAt - now) / second)))}
        hint={`at ${formatClock(resetsAt)}`}
      />
    </Stats>
  );
}
