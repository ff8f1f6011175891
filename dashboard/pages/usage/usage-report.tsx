import type { Usage } from '../../api/api.ts';
import { useUsage } from '../../api/usage.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { meanColumn, percentileColumns } from './breakdown-rows.ts';
import { PointsTable } from './points-table.tsx';
import styles from './usage.module.css';
import { UsageBreakdown } from './usage-breakdown.tsx';
import { CallsChart, ErrorRateChart, LatencyChart } from './usage-charts.tsx';
import { methodsCsv, networksCsv } from './usage-csv.ts';
import { type ChosenRange, refreshInterval } from './usage-range.ts';
import { UsageSkeleton } from './usage-skeleton.tsx';

type UsageReportProps = {
  readonly keyId: string | undefined;
  readonly range: ChosenRange;
  readonly now: number;
};

/** The figures of a range. While a new range loads, the old figures stay visible in gray. */
export function UsageReport({ keyId, range, now }: UsageReportProps) {
  const { from, to, span } = range;
  const intervalMs = refreshInterval(range, now);
  const query = useUsage({ keyId, span, from: iso(from), to: to === undefined ? undefined : iso(to) }, { intervalMs });
  const isStale = query.isPlaceholderData;
  const status = query.fetchStatus === 'paused' ? 'Waiting for the network…' : 'Loading…';
  return (
    <div className={styles.report} aria-busy={isStale} data-stale={isStale || undefined}>
      <QueryState query={query} loading={<UsageSkeleton />}>
        {(usage) => (
          <>
            <UsageTotals usage={usage} endsNow={to === undefined && !isStale} status={isStale ? status : undefined} />
            {usage.total.calls === 0 ? <NoCalls /> : <ReportFigures usage={usage} />}
          </>
        )}
      </QueryState>
    </div>
  );
}

const iso = (at: number): string => new Date(at).toISOString();

const NoCalls = () => (
  <EmptyState title="No calls in this range" action={<LinkButton to="/endpoints">Send a request</LinkButton>}>
    Choose a longer range or another key, or send a request.
  </EmptyState>
);

const ReportFigures = ({ usage }: { readonly usage: Usage }) => (
  <>
    <CallsChart usage={usage} />
    <div className={styles.pair}>
      <ErrorRateChart usage={usage} />
      <LatencyChart usage={usage} />
    </div>
    <UsageBreakdown
      title="By method"
      kind="method"
      byName={usage.byMethod}
      latency={meanColumn}
      toCsv={methodsCsv}
      usage={usage}
    />
    <UsageBreakdown
      title="By network"
      kind="network"
      byName={usage.byNetwork}
      latency={percentileColumns}
      toCsv={networksCsv}
      usage={usage}
    />
    <PointsTable usage={usage} />
  </>
);

type UsageTotalsProps = {
  readonly usage: Usage;
  /** Whether the range ends now. */
  readonly endsNow: boolean;
  /** What is happening to the figures, if anything. */
  readonly status: string | undefined;
};

/** The range and its totals. */
function UsageTotals({ usage: { from, to, total }, endsNow, status }: UsageTotalsProps) {
  const { latency } = total;
  const percentile = (milliseconds: number | undefined) =>
    milliseconds === undefined ? '–' : formatMilliseconds(milliseconds);
  return (
    <>
      <p className={styles.period}>
        <span>
          <AbsoluteTime at={from} /> to {endsNow ? 'now' : <AbsoluteTime at={to} />}
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
