import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/chart-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { formatCounts, formatLatencies, formatShares } from '../../format/columns.ts';
import { errorRateSeries, latencySeries, pointTimes } from './usage-series.ts';

/** Calls over time by outcome. */
export const CallsChart = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Calls" description={`By ${usage.span} and outcome`}>
    <TimeSeries
      label={`Calls by ${usage.span} and outcome`}
      at={pointTimes(usage.points)}
      span={usage.span}
      series={outcomeSeries(usage)}
      kind="stacked-bars"
      format={formatCounts}
      height={wideChart}
    />
  </Card>
);

/** The share of calls that did not succeed, over time. */
export const ErrorRateChart = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Error rate" description="Calls that did not succeed">
    <TimeSeries
      label={`Error rate by ${usage.span}`}
      at={pointTimes(usage.points)}
      span={usage.span}
      series={errorRateSeries(usage.points)}
      kind="lines"
      format={formatShares}
      height={halfWideChart}
    />
  </Card>
);

/** The latency of calls over time. */
export const LatencyChart = ({ usage }: { readonly usage: Usage }) => (
  <Card title="Latency" description="Calls that a node answered, by percentile">
    <TimeSeries
      label={`Latency by ${usage.span}`}
      at={pointTimes(usage.points)}
      span={usage.span}
      series={latencySeries(usage.points)}
      kind="lines"
      format={formatLatencies}
      height={halfWideChart}
    />
  </Card>
);

/** Heights of the plots in CSS pixels, also used while they load. */
export const wideChart = 260;
export const halfWideChart = 220;
