import type { Usage } from '../../api/api.ts';
import type { ChartSeries } from '../../charts/chart-series.ts';

type Points = Usage['points'];

/** The start of each point in epoch milliseconds. */
export const pointTimes = (points: Points): number[] => points.map(({ at }) => Date.parse(at));

/** The share of calls that did not succeed, 0 to 1; a gap if there were no calls. */
export const errorRateSeries = (points: Points): ChartSeries[] => [
  {
    label: 'Error rate',
    color: 'var(--series-5)',
    values: points.map(({ calls, errors }) => (calls === 0 ? null : errors / calls)),
  },
];

/** Milliseconds by percentile; a gap if no node answered. */
export const latencySeries = (points: Points): ChartSeries[] =>
  (
    [
      ['p50', 'var(--series-1)'],
      ['p95', 'var(--series-3)'],
      ['p99', 'var(--series-4)'],
    ] as const
  ).map(([label, color]) => ({ label, color, values: points.map(({ latency }) => latency?.[label] ?? null) }));
