import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ChartSeries, chartMarks } from '../../../dashboard/charts/chart-series.ts';

const series: ChartSeries[] = [
  { id: 'a', label: 'A', color: 'red', values: [1, 2, 0] },
  { id: 'b', label: 'B', color: 'blue', values: [3, null, 0] },
  { id: 'c', label: 'C', color: 'green', values: [5, 7, 1] },
];
const withBefore: ChartSeries[] = series.map((one) => ({ ...one, before: [1, null, 4] }));

describe('bars', () => {
  test('stand on each other; a missing value takes no room', () => {
    const { rows, peak } = chartMarks('stacked-bars', series);
    expect(rows.map(({ tops }) => tops)).toEqual([
      [1, 2, 0],
      [4, 2, 0],
      [9, 9, 1],
    ]);
    expect(rows.map(({ bottoms }) => bottoms)).toEqual([[], ...rows.slice(0, -1).map(({ tops }) => tops)]);
    expect(peak).toBe(9);
  });

  test('are compared with one line: the total of the period before, which may be the peak', () => {
    const { ghosts, peak } = chartMarks('stacked-bars', withBefore);
    expect(ghosts).toEqual([[3, 0, 12]]);
    expect(peak).toBe(12);
  });

  test('add up to the sum of their series', () => {
    const values = fc.array(fc.option(fc.nat(1e9)), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 12 }), (rows) => {
        const marks = chartMarks(
          'stacked-bars',
          rows.map((row, index) => ({ id: `${index}`, label: '', color: '', values: row })),
        );
        const sums = [0, 1, 2].map((index) => rows.reduce((sum, row) => sum + (row[index] ?? 0), 0));
        expect(marks.rows.at(-1)?.tops).toEqual(sums);
        expect(marks.peak).toBe(Math.max(...sums));
      }),
    );
  });
});

test('lines keep their gaps, and each has its own line before', () => {
  const { rows, ghosts, peak } = chartMarks('lines', withBefore);
  expect(rows.map(({ tops }) => tops)).toEqual(series.map(({ values }) => values));
  expect(ghosts).toHaveLength(3);
  expect(peak).toBe(7);
});

test('a chart without visible series has a peak of 0', () => {
  for (const kind of ['lines', 'stacked-bars'] as const)
    expect(chartMarks(kind, [])).toEqual({ rows: [], ghosts: [], peak: 0 });
});
