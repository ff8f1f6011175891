import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/outcome-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { formatCount } from '../../format/numbers.ts';

const chartHeight = 240;

/** How many calls there were hour by hour, and how they ended. */
export const Volume = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Calls by hour" description="By how they ended. A call shows within half a minute.">
    {usage.total.calls === 0 ? (
      <Empty title="No calls in the last 24 hours" action={<LinkButton to="/endpoints">Try a request</LinkButton>} />
    ) : (
      <TimeSeries
        label="Calls by hour in the last 24 hours, by outcome"
        at={usage.points.map(({ at }) => Date.parse(at))}
        span={usage.span}
        series={outcomeSeries(usage)}
        kind="stacked-bars"
        format={formatCount}
        height={chartHeight}
      />
    )}
  </Card>
);
