import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../../../../bench/random.ts';
import { counting } from '../../../../bench/simulation/hot-key/counting.ts';
import { callsOf, figuresOf } from '../../../../bench/simulation/hot-key/figures.ts';
import { fixed, half, leasing } from '../../../../bench/simulation/hot-key/leasing.ts';
import type { Limiter, Parts } from '../../../../bench/simulation/hot-key/limiter.ts';
import { type Load, simulate } from '../../../../bench/simulation/hot-key/simulate.ts';

const ways: Readonly<Record<string, (parts: Parts) => Limiter>> = {
  'a write a call': (parts) => counting(parts, 0),
  'a write a call with a probe': (parts) => counting(parts, 1),
  'fixed leases': (parts) => leasing(parts, fixed(25)),
  'leases of half': (parts) => leasing(parts, half),
};

const cases = fc.record({
  seed: fc.nat(),
  limit: fc.integer({ min: 1, max: 400 }),
  items: fc.integer({ min: 1, max: 5 }),
  perSecond: fc.integer({ min: 1, max: 1_500 }),
  processes: fc.integer({ min: 1, max: 40 }),
  churn: fc.constantFrom(0, 0.5),
});

describe.each(Object.entries(ways))('%s', (_, make) => {
  test('never admits more than the limit in any second, and every call ends in one way', () => {
    fc.assert(
      fc.property(cases, ({ seed, limit, items, ...rest }) => {
        const load: Load = { seconds: 2, warmUp: 0, ...rest };
        const sent = { calls: 0 };
        const makeCounted = (parts: Parts) => countingCalls(make(parts), sent);
        const outcome = simulate(makeCounted, { limit, items, random: seededRandom(seed), load });
        expect(Math.max(...outcome.seconds.map(({ admitted }) => admitted))).toBeLessThanOrEqual(limit);
        expect(outcome.seconds.reduce((sum, second) => sum + callsOf(second), 0)).toBe(sent.calls);
        expect(outcome.waits).toHaveLength(sent.calls);
      }),
      { numRuns: 40 },
    );
  });

  test('gives the same every time', () => {
    const once = () =>
      simulate(make, {
        limit: 90,
        items: 3,
        random: seededRandom(7),
        load: { perSecond: 100, seconds: 3, warmUp: 1, processes: 10, churn: 0.2 },
      });
    expect(once()).toEqual(once());
  });
});

/** The same limiter, which counts the calls that come to its processes. */
const countingCalls = ({ startProcess, writes }: Limiter, sent: { calls: number }): Limiter => ({
  writes,
  startProcess: () => {
    const process = startProcess();
    return {
      admit: (second, answer) => {
        sent.calls += 1;
        process.admit(second, answer);
      },
    };
  },
});

const figures = (make: (parts: Parts) => Limiter, limit: number, items: number, over: Partial<Load> = {}) => {
  const load = { perSecond: limit * 0.9, seconds: 5, warmUp: 3, processes: 50, churn: 0, ...over };
  return figuresOf(simulate(make, { limit, items, random: seededRandom(1), load }), limit);
};

describe('one item that takes a write for each call', () => {
  test('refuses nothing while there is room, as long as it takes the writes', () => {
    const { wronglyRefused, writesPerCall } = figures((parts) => counting(parts, 0), 1_000, 1);
    expect(wronglyRefused).toBe(0);
    // A write may fall on the other side of the warm-up's end than its call.
    expect(writesPerCall).toBeCloseTo(1, 2);
  });

  test('admits about as much as it takes where calls are more', () => {
    const { admittedPerSecond, wronglyRefused } = figures((parts) => counting(parts, 0), 2_000, 1);
    expect(admittedPerSecond).toBeGreaterThan(950);
    expect(admittedPerSecond).toBeLessThan(1_100);
    expect(wronglyRefused).toBeGreaterThan(0.3);
  });
});

test('leases of half take far fewer writes than calls, and refuse hardly any that there was room for', () => {
  const { wronglyRefused, writesPerCall } = figures((parts) => leasing(parts, half), 4_000, 2);
  expect(writesPerCall).toBeLessThan(0.2);
  expect(wronglyRefused).toBeLessThan(0.01);
});

test('a lease that is larger than what a process can use keeps it from the others', () => {
  expect(figures((parts) => leasing(parts, fixed(25)), 500, 1).wronglyRefused).toBeGreaterThan(0.3);
});

test.each([
  { name: 'a write a call', make: (parts: Parts) => counting(parts, 1) },
  { name: 'leases of half', make: (parts: Parts) => leasing(parts, half) },
])('$name: a spent second costs a process little more than a write to each item', ({ make }) => {
  const { writesPerCall, admittedPerSecond } = figures(make, 100, 2, { perSecond: 2_000 });
  expect(admittedPerSecond).toBe(100);
  expect(writesPerCall).toBeLessThan(0.15);
});
