import { useHasNoPlan } from '../../api/account.ts';
import type { Usage } from '../../api/api.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { useUsage } from '../../api/usage.ts';
import { outcomeSeries } from '../../charts/chart-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { useNow } from '../../components/time.tsx';
import { formatCounts } from '../../format/columns.ts';
import { FirstSteps } from './first-steps.tsx';
import { KeyFiguresList } from './key-figures.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { last24Hours } from './today-totals.ts';

const countersIntervalMs = 3_000;
const figuresIntervalMs = 30_000;

/** The account's current usage, errors and latency, in total and by key. */
export function OverviewPage() {
  const keys = useActiveKeys({ intervalMs: countersIntervalMs });
  const range = last24Hours(useNow(figuresIntervalMs));
  const usage = useUsage(range, { intervalMs: figuresIntervalMs });
  const hasNoPlan = useHasNoPlan();
  const isNew = !hasNoPlan && keys.data?.length === 0 && usage.data?.total.calls === 0;
  return (
    <Page
      title="Overview"
      description="All your keys, today and in the last 24 hours."
      actions={<LinkButton to="/usage">See all usage</LinkButton>}
    >
      {isNew && <FirstSteps />}
      <QueryState query={keys} loading={<Skeleton height="7.5rem" />}>
        {(active) => <OverviewFigures keys={active} usage={usage.data} />}
      </QueryState>
      <QueryState query={usage} loading={<Skeleton height="22rem" />}>
        {(figures) => <HourlyCalls usage={figures} />}
      </QueryState>
      <QueryState query={keys} loading={<Skeleton height="16rem" />}>
        {(active) => <KeyFiguresList keys={active} range={range} intervalMs={figuresIntervalMs} />}
      </QueryState>
    </Page>
  );
}

const chartHeight = 240;

/** Calls by hour and outcome. */
const HourlyCalls = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Calls by hour" description="By outcome. A call shows within half a minute.">
    {usage.total.calls === 0 ? (
      <EmptyState
        title="No calls in the last 24 hours"
        action={<LinkButton to="/endpoints">Send a request</LinkButton>}
      />
    ) : (
      <TimeSeries
        label="Calls by hour in the last 24 hours, by outcome"
        at={usage.points.map(({ at }) => Date.parse(at))}
        span={usage.span}
        series={outcomeSeries(usage)}
        kind="stacked-bars"
        format={formatCounts}
        height={chartHeight}
      />
    )}
  </Card>
);
