import type { Usage } from '../../api/api.ts';
import type { ChartSeries } from '../../charts/chart-series.ts';

type Points = Usage['points'];

/** The start of each point in epoch milliseconds. */
export const pointTimes = (points: Points): number[] => points.map(({ at }) => Date.parse(at));

const errorRates = (points: Points) => points.map(({ calls, errors }) => (calls === 0 ? null : errors / calls));

/** The share of calls that did not succeed, 0 to 1; a gap if there were no calls. */
export const errorRateSeries = (points: Points, before?: Points): ChartSeries[] => [
  {
    id: 'error-rate',
    label: 'Error rate',
    color: 'var(--series-5)',
    values: errorRates(points),
    before: before && errorRates(before),
  },
];

/** The number of calls that did not succeed. */
export const errorCountSeries = (points: Points, before?: Points): ChartSeries[] => [
  {
    id: 'errors',
    label: 'Errors',
    color: 'var(--series-5)',
    values: points.map(({ errors }) => errors),
    before: before?.map(({ errors }) => errors),
  },
];

/** The percentiles of latency. */
export const percentiles = ['p50', 'p95', 'p99'] as const;

export type Percentile = (typeof percentiles)[number];

const latencies = (points: Points, percentile: Percentile) =>
  points.map(({ latency }) => latency?.[percentile] ?? null);

/** Milliseconds by percentile; a gap if no node answered. */
export const latencySeries = (points: Points, before?: Points): ChartSeries[] =>
  percentiles.map((percentile, index) => ({
    id: percentile,
    label: percentile,
    ...lineLook(index),
    values: latencies(points, percentile),
    before: before && latencies(before, percentile),
  }));

/** A network or a key with its figures over time. */
export type LatencyPart = { readonly id: string; readonly label: string; readonly points: Points };

/** A line per network or key: one percentile of each. */
export const splitLatencySeries = (parts: readonly LatencyPart[], percentile: Percentile): ChartSeries[] =>
  parts.map(({ id, label, points }, index) => ({
    id,
    label,
    ...lineLook(index),
    values: latencies(points, percentile),
  }));

/** The most lines in a chart: as many as there are looks. */
export const mostLines = 5;

const dashes = [undefined, '8 4', '12 3 3 3', '3 3', '16 3 3 3 3 3'] as const;

/** Of one of at most {@link mostLines} lines or bars. */
export const lineLook = (index: number) => ({ color: `var(--series-${index + 1})`, dash: dashes[index] });
