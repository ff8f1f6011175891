import { expect, test } from '@jest/globals';
import { errorRateSeries, latencySeries, pointTimes } from '../../../../dashboard/pages/usage/usage-series.ts';
import { report } from './report.ts';

test('points are at the start of their spans', () => {
  expect(pointTimes(report().points)).toEqual([10, 11, 12].map((hour) => Date.UTC(2026, 10, 20, hour)));
});

test('the error rate is errors divided by calls, with a gap if there were no calls', () => {
  expect(errorRateSeries(report().points)[0]?.values).toEqual([2 / 8, null, 1 / 2]);
});

test('latency has a line per percentile, with a gap if no node answered', () => {
  const series = latencySeries(report().points);
  expect(series.map(({ label }) => label)).toEqual(['p50', 'p95', 'p99']);
  expect(series.map(({ values }) => values)).toEqual([
    [10, null, 40],
    [20, null, 80],
    [30, null, 120],
  ]);
});
