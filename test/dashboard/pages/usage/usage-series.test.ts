import { expect, test } from '@jest/globals';
import {
  errorCountSeries,
  errorRateSeries,
  latencySeries,
  mostLines,
  pointTimes,
  splitLatencySeries,
} from '../../../../dashboard/pages/usage/usage-series.ts';
import { report } from './report.ts';

test('points are at the start of their spans', () => {
  expect(pointTimes(report().points)).toEqual([10, 11, 12].map((hour) => Date.UTC(2026, 10, 20, hour)));
});

test('the error rate is errors divided by calls, with a gap if there were no calls', () => {
  expect(errorRateSeries(report().points)[0]).toMatchObject({ values: [2 / 8, null, 1 / 2], before: undefined });
  expect(errorRateSeries([], report().points)[0]?.before).toEqual([2 / 8, null, 1 / 2]);
});

test('errors are counted with those of the period before', () => {
  expect(errorCountSeries(report().points)[0]).toMatchObject({ values: [2, 0, 1], before: undefined });
  expect(errorCountSeries([], report().points)[0]?.before).toEqual([2, 0, 1]);
});

test('latency has a line per percentile, with a gap if no node answered', () => {
  const series = latencySeries(report().points, report().points.toReversed());
  expect(series.map(({ label }) => label)).toEqual(['p50', 'p95', 'p99']);
  expect(series.map(({ values }) => values)).toEqual([
    [10, null, 40],
    [20, null, 80],
    [30, null, 120],
  ]);
  expect(series.map(({ before }) => before)).toEqual(series.map(({ values }) => values.toReversed()));
});

test('latency by network or key has a line per part, each with a look of its own', () => {
  const parts = Array.from({ length: mostLines }, (_, index) => ({
    id: `${index}`,
    label: 'same name',
    points: report().points,
  }));
  const series = splitLatencySeries(parts, 'p95');
  expect(series.map(({ values }) => values)).toEqual(parts.map(() => [20, null, 80]));
  expect(new Set(series.map(({ id }) => id)).size).toBe(mostLines);
  expect(new Set(series.map(({ color }) => color)).size).toBe(mostLines);
  expect(new Set(series.map(({ dash }) => dash)).size).toBe(mostLines);
});
