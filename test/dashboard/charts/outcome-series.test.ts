import { expect, test } from '@jest/globals';
import { outcomeSeries } from '../../../dashboard/charts/chart-series.ts';
import { report } from '../pages/usage/report.ts';

test('the series of the outcomes add up to the calls of each point', () => {
  const usage = report();
  const series = outcomeSeries(usage);
  const sums = usage.points.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  expect(sums).toEqual(usage.points.map(({ calls }) => calls));
});

test('only outcomes that occurred have a series, in display order', () => {
  expect(outcomeSeries(report()).map(({ label }) => label)).toEqual(['OK', 'RPC error', 'Rate limited']);
  const total = { calls: 0, errors: 0, outcomes: {}, latency: null, rpcErrorCodes: {} };
  expect(outcomeSeries({ points: [], total })).toEqual([]);
});
