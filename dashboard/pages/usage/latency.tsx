import type { Usage } from '../../api/api.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { formatMilliseconds } from '../../format/numbers.ts';
import { halfWideChart } from './chart-heights.ts';
import { latencySeries, momentsOf } from './over-time.ts';

/** How long calls took. */
export const Latency = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Latency" description="Of calls that a node answered, by percentile">
    <TimeSeries
      label={`Latency by ${usage.span}`}
      at={momentsOf(usage.points)}
      span={usage.span}
      series={latencySeries(usage.points)}
      kind="lines"
      format={formatMilliseconds}
      height={halfWideChart}
    />
  </Card>
);
