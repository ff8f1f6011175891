import { Link } from '@tanstack/react-router';
import { useHasNoPlan } from '../../api/account.ts';
import type { Key, Usage } from '../../api/api.ts';
import { Delta } from '../../components/delta.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import { useNow } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare, nearlyFull } from '../../format/numbers.ts';
import { formatAbsolute, formatCountdown } from '../../format/times.ts';
import { type Lag, lagText } from '../keys/calls-to-come.ts';
import { largestQuotaUse, quotasResetAt } from './key-rows.ts';
import { sinceYesterday } from './today.ts';
import styles from './today-figures.module.css';

type TodayFiguresProps = {
  /** The start of the day, ISO 8601. */
  readonly from: string;
  readonly total: Usage['total'];
  /** Yesterday's counts until the same time; undefined while they are not known. */
  readonly before: { readonly calls: number; readonly errors: number } | undefined;
  readonly keys: readonly Key[] | undefined;
  /** Calls that the figures do not have. */
  readonly lag: Lag;
};

const none = '–';
// Keeps the height of the line while its content is not known.
const blank = ' ';

/** The main figures of the day so far. */
export const TodayFigures = ({ from, total, before, keys, lag }: TodayFiguresProps) => (
  <Stats>
    <Stat
      label="Calls today"
      value={
        <Link to="/usage" search={{ range: 'custom', from, span: 'hour' }}>
          {formatCount(total.calls)}
        </Link>
      }
      hint={
        lagText(lag) ??
        (before ? <Delta now={total.calls} before={before.calls} since={sinceYesterday(before.calls)} /> : blank)
      }
    />
    <Stat
      label="Errors today"
      value={
        <Link to="/history" search={{ outcome: 'error', from }}>
          {formatCount(total.errors)}
        </Link>
      }
      hint={
        <>
          <div>{formatShare(errorRate(total))} of calls</div>
          {before && (
            <Delta now={total.errors} before={before.errors} since={sinceYesterday(before.errors)} goodWhen="down" />
          )}
        </>
      }
    />
    <Stat
      label="Median latency today"
      value={total.latency ? formatMilliseconds(total.latency.p50) : none}
      hint={latencyHint(total, lag)}
    />
    <QuotaFigure keys={keys} />
  </Stats>
);

function latencyHint({ latency }: Usage['total'], { toCome }: Lag): string {
  if (latency) return `p95 ${formatMilliseconds(latency.p95)}`;
  return toCome > 0 ? blank : 'No node has answered yet';
}

/** The key that will first be out of calls, and when quotas start again. */
function QuotaFigure({ keys = [] }: { readonly keys: readonly Key[] | undefined }) {
  const hasNoPlan = useHasNoPlan();
  const use = largestQuotaUse(keys);
  const label = 'Quota used today';
  if (hasNoPlan) return <Stat label={label} value={none} hint="No active plan" />;
  if (!use) return <Stat label={label} value={none} hint={blank} />;
  return (
    <Stat
      label={label}
      value={formatShare(use.share)}
      tone={use.share >= 1 ? 'bad' : use.share >= nearlyFull ? 'caution' : undefined}
      hint={
        <>
          <div className={styles.name}>{keys.length === 1 ? use.name : `${use.name}, busiest key`}</div>
          {use.share >= 1 && <div>Refused until the quota resets</div>}
          <Reset keys={keys} />
        </>
      }
    />
  );
}

const tickMs = 1_000;

/** The time until the daily quotas reset. */
function Reset({ keys }: { readonly keys: readonly Key[] }) {
  const resetsAt = quotasResetAt(keys);
  const now = useNow(tickMs);
  if (resetsAt === undefined) return null;
  return (
    <>
      Resets in{' '}
      <time dateTime={new Date(resetsAt).toISOString()} title={formatAbsolute(resetsAt)}>
        {formatCountdown(resetsAt - now)}
      </time>
    </>
  );
}
