import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { valueTicks } from '../../../dashboard/charts/value-axis.ts';

const peaks = fc.oneof(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), fc.integer({ min: 1, max: 2 ** 40 }));

test('no peak is above the top tick, and little room is left above it', () => {
  fc.assert(
    fc.property(peaks, fc.boolean(), (peak, isWhole) => {
      const ticks = valueTicks(peak, { isWhole });
      const [top, below] = [ticks.at(-1) ?? 0, ticks.at(-2) ?? 0];
      expect(top).toBeGreaterThanOrEqual(peak);
      expect(below).toBeLessThan(peak);
    }),
  );
});

test('ticks start at 0 and are two to six, in equal steps of 1, 2, 2.5 or 5 times a power of ten', () => {
  fc.assert(
    fc.property(peaks, (peak) => {
      const ticks = valueTicks(peak);
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect((ticks[1] ?? 0).toExponential(6)).toMatch(/^([125][.]0+|2[.]50+)e/);
      const steps = ticks.map((tick) => tick / (ticks[1] ?? 1));
      expect(steps.map((step) => Math.round(step * 1e6) / 1e6)).toEqual([...ticks.keys()]);
    }),
  );
});

test('ticks of counts are whole numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (peak) => {
      expect(valueTicks(peak, { isWhole: true }).filter((tick) => !Number.isInteger(tick))).toEqual([]);
    }),
  );
  expect(valueTicks(2, { isWhole: true })).toEqual([0, 1, 2]);
});

test('an axis without values goes from 0 to 1', () => {
  expect(valueTicks(0)).toEqual([0, 1]);
});
