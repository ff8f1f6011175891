import type { Usage } from '../../api/api.ts';
import { Stat, Stats } from '../../components/stat.tsx';
import { Moment } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import styles from './usage.module.css';

export type TotalsProps = {
  readonly usage: Usage;
  /** Whether the range has no end of its own. */
  readonly endsNow: boolean;
  /** What becomes of the figures, where something does. */
  readonly status: string | undefined;
};

/** The figures of the whole range, and which range that is. */
export function Totals({ usage: { from, to, total }, endsNow, status }: TotalsProps) {
  const { latency } = total;
  const percentile = (milliseconds: number | undefined) =>
    milliseconds === undefined ? '–' : formatMilliseconds(milliseconds);
  return (
    <>
      <p className={styles.period}>
        <span>
          <Moment at={from} /> to {endsNow ? 'now' : <Moment at={to} />}
        </span>
        <span role="status" className={styles.loading}>
          {status}
        </span>
      </p>
      <Stats>
        <Stat label="Calls" value={formatCount(total.calls)} hint="All outcomes" />
        <Stat label="Errors" value={formatCount(total.errors)} hint={`${formatShare(errorRate(total))} of calls`} />
        <Stat label="Latency, median" value={percentile(latency?.p50)} hint="Half of the calls are faster" />
        <Stat label="Latency, p99" value={percentile(latency?.p99)} hint={`p95 ${percentile(latency?.p95)}`} />
      </Stats>
    </>
  );
}
