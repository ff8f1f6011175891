import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../../../random.ts';
import { callsOf, figuresOf } from '../../../simulation/hot-key/figures.ts';
import { type Load, simulate } from '../../../simulation/hot-key/simulate.ts';

const cases = fc.record({
  seed: fc.nat(),
  limit: fc.integer({ min: 1, max: 400 }),
  perSecond: fc.integer({ min: 1, max: 1_500 }),
  processes: fc.integer({ min: 1, max: 40 }),
});

test('no second admits more than the limit, and every call ends in one way', () => {
  fc.assert(
    fc.property(cases, ({ seed, limit, ...rest }) => {
      const load: Load = { seconds: 2, warmUp: 0, ...rest };
      const { seconds, waits } = simulate({ limit, random: seededRandom(seed), load });
      expect(Math.max(...seconds.map(({ admitted }) => admitted))).toBeLessThanOrEqual(limit);
      expect(seconds.reduce((sum, second) => sum + callsOf(second), 0)).toBe(waits.length);
    }),
    { numRuns: 40 },
  );
});

test('gives the same every time', () => {
  const load = { perSecond: 100, seconds: 3, warmUp: 1, processes: 10 };
  const once = () => simulate({ limit: 90, random: seededRandom(7), load });
  expect(once()).toEqual(once());
});

const figures = (limit: number, over: Partial<Load> = {}) => {
  const load = { perSecond: limit * 0.9, seconds: 5, warmUp: 3, processes: 50, ...over };
  return figuresOf(simulate({ limit, random: seededRandom(1), load }), limit);
};

describe('one item that takes a write for each call', () => {
  test('refuses nothing while there is room, as long as it takes the writes', () => {
    const { wronglyRefused, writesPerCall } = figures(800);
    expect(wronglyRefused).toBe(0);
    // A write may fall on the other side of the warm-up's end than its call.
    expect(writesPerCall).toBeCloseTo(1, 2);
  });

  test('fails calls that there was room for beyond what it takes', () => {
    expect(figures(2_000).wronglyRefused).toBeGreaterThan(0.2);
  });

  test('a spent second costs each process one write', () => {
    const { writesPerCall, admittedPerSecond } = figures(100, { perSecond: 2_000 });
    expect(admittedPerSecond).toBe(100);
    expect(writesPerCall).toBeLessThan(0.15);
  });
});
