import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CounterState, decideAdmission, emptyState, readCounterState } from '../../src/limits/counter-state.ts';

const limits = { callsPerSecond: 10, callsPerDay: 100 };
const counts = (used: number, seconds: Record<number, number>): CounterState => ({
  ...emptyState,
  used,
  seconds: new Map(Object.entries(seconds).map(([second, count]) => [Number(second), count])),
});

describe('where calls are counted', () => {
  test.each([
    ['in the own second, where nothing is known', emptyState, 10, 500, { second: 500 }],
    ['in the own second, where there is room for all of them', counts(0, { 500: 7 }), 3, 500, { second: 500 }],
    ['nowhere, where there is room for some only', counts(0, { 500: 7 }), 4, 500, { refusedBy: 'second' }],
    ['nowhere, where the own second is full', counts(0, { 500: 10 }), 1, 500, { refusedBy: 'second' }],
    ['in the second that a faster clock has opened', counts(0, { 500: 10, 501: 4 }), 6, 500, { second: 501 }],
    ['not in it, where it has too little room', counts(0, { 500: 10, 501: 4 }), 7, 500, { refusedBy: 'second' }],
    ['not in it, while the own second has room', counts(0, { 500: 9, 501: 1 }), 1, 500, { second: 500 }],
    ['not two seconds ahead', counts(0, { 500: 10, 502: 1 }), 1, 500, { refusedBy: 'second' }],
    ['not in a second that is over', counts(0, { 499: 1, 500: 10 }), 1, 500, { refusedBy: 'second' }],
    ['in the day’s last second', emptyState, 1, 86_399, { second: 86_399 }],
    ['not beyond the day’s last second', counts(0, { 86399: 10, 86400: 1 }), 1, 86_399, { refusedBy: 'second' }],
    ['up to the day’s quota', counts(97, {}), 3, 500, { second: 500 }],
    ['not beyond it', counts(98, {}), 3, 500, { refusedBy: 'day' }],
    [
      'nowhere, with both limits in the way: the day’s lasts longer',
      counts(100, { 500: 10 }),
      1,
      500,
      { refusedBy: 'day' },
    ],
    ['nowhere, more than a second ever has room for', emptyState, 11, 500, { refusedBy: 'second' }],
  ])('%s', (_, known, n, second, decision) => expect(decideAdmission(known, n, limits, second)).toEqual(decision));
});

const second = fc.integer({ min: 0, max: 86_399 });
const cases = fc.record({
  own: second,
  n: fc.integer({ min: 1, max: 12 }),
  used: fc.nat(40),
  near: fc.array(fc.tuple(fc.integer({ min: -2, max: 3 }), fc.integer({ min: 1, max: 10 })), { maxLength: 6 }),
  limits: fc.record({ callsPerSecond: fc.integer({ min: 1, max: 10 }), callsPerDay: fc.integer({ min: 1, max: 40 }) }),
});

test('a decision never exceeds a limit, and refuses only if the process’s second or the day has no room', () => {
  fc.assert(
    fc.property(cases, ({ own, n, used, near, limits: plan }) => {
      const known = { ...emptyState, used, seconds: new Map(near.map(([distance, count]) => [own + distance, count])) };
      const decision = decideAdmission(known, n, plan, own);
      const inSecond = (at: number) => (known.seconds.get(at) ?? 0) + n;
      if ('second' in decision) {
        expect(used + n).toBeLessThanOrEqual(plan.callsPerDay);
        expect(inSecond(decision.second)).toBeLessThanOrEqual(plan.callsPerSecond);
        expect(decision.second).toBeLessThan(86_400);
        if (decision.second !== own) expect(decision.second).toBe(own + 1);
        if (decision.second !== own) expect(inSecond(own)).toBeGreaterThan(plan.callsPerSecond);
        if (decision.second !== own) expect(known.seconds.has(decision.second)).toBe(true);
      } else if (decision.refusedBy === 'day') {
        expect(used + n).toBeGreaterThan(plan.callsPerDay);
      } else {
        expect(used + n).toBeLessThanOrEqual(plan.callsPerDay);
        expect(inSecond(own)).toBeGreaterThan(plan.callsPerSecond);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('reading an item skips what is not a counter', () => {
  const seconds = new Map([
    [0, 3],
    [86_399, 9],
  ]);
  const item = { pk: 'key_1#2026-11-20', used: 12, s0: 3, s86399: 9, expiresAt: 1 };
  expect(readCounterState(item)).toEqual({ used: 12, seconds });
  expect(readCounterState({ used: '12', s: 1, s1x: 1, sum: 1, s2: '2', xs3: 1 })).toEqual(emptyState);
  expect(readCounterState(undefined)).toEqual(emptyState);
});
