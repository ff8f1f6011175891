import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/outcome-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { formatCount } from '../../format/numbers.ts';
import { wideChart } from './chart-heights.ts';
import { momentsOf } from './over-time.ts';

/** How many calls there were, and how they ended. */
export const Volume = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Calls" description={`By ${usage.span} and outcome`}>
    <TimeSeries
      label={`Calls by ${usage.span} and outcome`}
      at={momentsOf(usage.points)}
      span={usage.span}
      series={outcomeSeries(usage)}
      kind="stacked-bars"
      format={formatCount}
      height={wideChart}
    />
  </Card>
);
