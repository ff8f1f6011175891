import { describe, expect, test } from '@jest/globals';
import type { ChartSeries } from '../../../dashboard/charts/chart-series.ts';
import { figuresText, spanFigures } from '../../../dashboard/charts/span-figures.ts';
import { formatCounts, formatLatencies } from '../../../dashboard/format/columns.ts';

const series: ChartSeries[] = [
  { id: 'ok', label: 'OK', color: 'teal', values: [1_200, 3] },
  { id: 'rpc_error', label: 'RPC error', color: 'orange', values: [40, null] },
];
const compared = series.map((one) => ({ ...one, before: [7, null] }));

describe('the figures of a span', () => {
  test('of bars have their total', () => {
    expect(figuresText(spanFigures('stacked-bars', series, 0, formatCounts))).toBe(
      'OK 1,200; RPC error 40; Total 1,240',
    );
    expect(figuresText(spanFigures('stacked-bars', series, 1, formatCounts))).toBe('OK 3; RPC error –; Total 3');
    expect(spanFigures('stacked-bars', series.slice(0, 1), 0, formatCounts).total).toBeUndefined();
  });

  test('of lines have none, and are formatted alike', () => {
    const { rows, total } = spanFigures('lines', series, 0, formatLatencies);
    expect(rows.map(({ now }) => now)).toEqual(['1,200 ms', '40 ms']);
    expect(total).toBeUndefined();
  });

  test('have those of the period before beside them', () => {
    expect(figuresText(spanFigures('stacked-bars', compared, 0, formatCounts))).toBe(
      'OK 1,200, before 7; RPC error 40, before 7; Total 1,240, before 14',
    );
  });

  test('are empty when every series is hidden', () => {
    expect(spanFigures('stacked-bars', [], 0, formatCounts)).toEqual({ rows: [] });
  });
});
