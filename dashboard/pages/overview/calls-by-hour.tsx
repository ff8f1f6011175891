import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/chart-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { formatCounts } from '../../format/columns.ts';

const height = 240;

/** Calls of yesterday and today by hour and outcome. */
export const CallsByHour = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Calls by hour, yesterday and today" description="By outcome. A call shows within half a minute.">
    {usage.total.calls === 0 ? (
      <EmptyState title="No calls since yesterday" action={<LinkButton to="/endpoints">Send a request</LinkButton>} />
    ) : (
      <TimeSeries
        label="Calls by hour, yesterday and today, by outcome"
        at={usage.points.map(({ at }) => Date.parse(at))}
        span={usage.span}
        series={outcomeSeries(usage)}
        kind="stacked-bars"
        format={formatCounts}
        height={height}
      />
    )}
  </Card>
);
