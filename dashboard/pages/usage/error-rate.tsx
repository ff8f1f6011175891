import type { Usage } from '../../api/api.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { formatShare } from '../../format/numbers.ts';
import { halfWideChart } from './chart-heights.ts';
import { errorRateSeries, momentsOf } from './over-time.ts';

/** Which share of the calls ended in an error. */
export const ErrorRate = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Error rate" description="Calls that ended in any other way than OK">
    <TimeSeries
      label={`Error rate by ${usage.span}`}
      at={momentsOf(usage.points)}
      span={usage.span}
      series={errorRateSeries(usage.points)}
      kind="lines"
      format={formatShare}
      height={halfWideChart}
    />
  </Card>
);
