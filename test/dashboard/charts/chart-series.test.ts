import { describe, expect, test } from '@jest/globals';
import { type ChartSeries, lineEnds, plotData } from '../../../dashboard/charts/chart-series.ts';

const series: ChartSeries[] = [
  { label: 'a', color: 'red', values: [1, 2, 0] },
  { label: 'b', color: 'blue', values: [3, null, 0] },
  { label: 'c', color: 'green', values: [5, 7, 1] },
];
const at = [0, 60_000, 120_000];
const none: ReadonlySet<string> = new Set();

describe('the data of a chart', () => {
  test('is in the middle of each span', () => {
    expect(plotData(at, 'minute', series, 'lines', none)[0]).toEqual([30_000, 90_000, 150_000]);
    expect(plotData([0], 'hour', [], 'lines', none)).toEqual([[1_800_000]]);
  });

  test('of bars is the top of each part of the stack, and the last top is the sum', () => {
    expect(plotData(at, 'minute', series, 'stacked-bars', none).slice(1)).toEqual([
      [1, 2, 0],
      [4, 2, 0],
      [9, 9, 1],
    ]);
  });

  test('of a hidden bar takes no room, so the bars above move down', () => {
    expect(plotData(at, 'minute', series, 'stacked-bars', new Set(['a'])).slice(1)).toEqual([
      [0, 0, 0],
      [3, 0, 0],
      [8, 7, 1],
    ]);
  });

  test('of lines is their values with gaps; a hidden line has none', () => {
    expect(plotData(at, 'minute', series, 'lines', new Set(['c'])).slice(1)).toEqual([
      [1, 2, 0],
      [3, null, 0],
      [null, null, null],
    ]);
  });
});

test('lines end at gaps and at the first and last value; zero is a value', () => {
  expect(lineEnds([1, null, 2, 3, 4, null, 0, null, 4, 5])).toEqual([0, 2, 4, 6, 8, 9]);
  expect(lineEnds([7])).toEqual([0]);
  expect(lineEnds([null, null])).toEqual([]);
  expect(lineEnds([])).toEqual([]);
});
