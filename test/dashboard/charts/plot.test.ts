import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chartAxes } from '../../../dashboard/charts/chart-axes.ts';
import { barPath, dotPath, linePath, stepPath } from '../../../dashboard/charts/plot-paths.ts';
import { type PlotScale, spanAt, spanLeft, valueAt, valueTop } from '../../../dashboard/charts/plot-scale.ts';
import { formatCounts } from '../../../dashboard/format/columns.ts';

const scale: PlotScale = { left: 40, right: 340, top: 10, bottom: 210, count: 3, most: 100 };

describe('places in a plot', () => {
  test('every pixel between the edges belongs to the span that is drawn there', () => {
    for (let x = scale.left; x < scale.right; x += 1) {
      const index = spanAt(scale, x) ?? -1;
      expect(spanLeft(scale, index)).toBeLessThanOrEqual(x);
      expect(spanLeft(scale, index + 1)).toBeGreaterThan(x);
    }
    expect([spanAt(scale, 39), spanAt(scale, 340), spanAt({ ...scale, count: 0 }, 50)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a value and its height belong together', () => {
    expect([0, 50, 100].map((value) => valueTop(scale, value))).toEqual([210, 110, 10]);
    expect([210, 110, 10].map((y) => valueAt(scale, y))).toEqual([0, 50, 100]);
  });
});

describe('paths', () => {
  test('bars have whole pixels and gaps, and one call among many is seen', () => {
    expect(barPath({ ...scale, most: 1e6 }, [], [1e6, 0, 1])).toBe('M40 210V10H136V210ZM240 210V209H336V210Z');
  });

  test('bars stay inside the plot and at least a pixel wide, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 2_000 }), (values) => {
        const path = barPath({ ...scale, count: values.length }, [], values);
        for (const [, left, , right] of path.matchAll(/M(\d+) (\d+)V\d+H(\d+)/g)) {
          expect(Number(right) - Number(left)).toBeGreaterThanOrEqual(1);
          expect(Number(right)).toBeLessThanOrEqual(scale.right + 1);
        }
      }),
    );
  });

  test('lines break at gaps, and a value between two gaps is a dot', () => {
    const values = [50, null, 100];
    expect(linePath(scale, values)).toBe('M90 110M290 10');
    expect(dotPath(scale, values)).toBe('M90 110h0M290 10h0');
    expect(linePath(scale, [50, 0, null])).toBe('M90 110L190 210');
    expect(dotPath(scale, [50, 0, null])).toBe('');
  });

  test('steps are as wide as the bars that they are compared with', () => {
    expect(stepPath(scale, [50, null, 100])).toBe('M40 110H140L140 210H240L240 10H340');
  });
});

test('the axes of any data: the peak is inside the plot, labels have room, ticks are not crowded', () => {
  const at = Array.from({ length: 168 }, (_, index) => Date.UTC(2026, 10, 20, index));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 250, max: 2_000 }), (peak, width) => {
      const axes = chartAxes({
        kind: 'stacked-bars',
        at,
        span: 'hour',
        zone: 'UTC',
        peak,
        format: formatCounts,
        width,
        height: 260,
      });
      expect(valueTop(axes.scale, peak)).toBeGreaterThanOrEqual(axes.scale.top);
      const longest = Math.max(...axes.valueTicks.map(({ label }) => label.length));
      expect(axes.scale.left).toBeGreaterThanOrEqual(7 * longest);
      const [first = 0, second = width] = axes.timeTicks.map((tick) => tick.at);
      expect(second - first).toBeGreaterThan(50);
    }),
  );
});
