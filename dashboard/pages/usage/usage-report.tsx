import type { Usage } from '../../api/api.ts';
import { useUsage } from '../../api/usage.ts';
import { Empty } from '../../components/empty.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { mean, percentiles } from './breakdown.ts';
import { Breakdown } from './breakdown.tsx';
import { ErrorRate } from './error-rate.tsx';
import { Latency } from './latency.tsx';
import { PointsTable } from './points-table.tsx';
import type { ChosenRange } from './range.ts';
import { refreshEvery } from './refresh.ts';
import { Totals } from './totals.tsx';
import styles from './usage.module.css';
import { methodsCsv, networksCsv } from './usage-csv.ts';
import { UsageSkeleton } from './usage-skeleton.tsx';
import { Volume } from './volume.tsx';

export type UsageReportProps = {
  readonly keyId: string | undefined;
  readonly range: ChosenRange;
  readonly now: number;
};

/** The figures of a range; those of the range before stay, in grey, while new ones load. */
export function UsageReport({ keyId, range, now }: UsageReportProps) {
  const { from, to, span } = range;
  const every = refreshEvery(range, now);
  const query = useUsage({ keyId, span, from: iso(from), to: to === undefined ? undefined : iso(to) }, { every });
  const isStale = query.isPlaceholderData;
  const status = query.fetchStatus === 'paused' ? 'Waiting for the network…' : 'Loading…';
  return (
    <div className={styles.report} aria-busy={isStale} data-stale={isStale || undefined}>
      <QueryState query={query} loading={<UsageSkeleton />}>
        {(usage) => (
          <>
            <Totals usage={usage} endsNow={to === undefined && !isStale} status={isStale ? status : undefined} />
            {usage.total.calls === 0 ? <NoCalls /> : <Figures usage={usage} />}
          </>
        )}
      </QueryState>
    </div>
  );
}

const iso = (at: number): string => new Date(at).toISOString();

const NoCalls = () => (
  <Empty title="No calls in this range" action={<LinkButton to="/endpoints">Try a request</LinkButton>}>
    Choose a longer range or another key, or send a request.
  </Empty>
);

const Figures = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Volume usage={usage} />
    <div className={styles.pair}>
      <ErrorRate usage={usage} />
      <Latency usage={usage} />
    </div>
    <Breakdown
      title="By method"
      kind="method"
      byName={usage.byMethod}
      latency={mean}
      toCsv={methodsCsv}
      usage={usage}
    />
    <Breakdown
      title="By network"
      kind="network"
      byName={usage.byNetwork}
      latency={percentiles}
      toCsv={networksCsv}
      usage={usage}
    />
    <PointsTable usage={usage} />
  </>
);
