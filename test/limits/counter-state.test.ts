import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type CounterState,
  clearable,
  decideAdmission,
  emptyState,
  overdueClearing,
  readCounterState,
} from '../../src/limits/counter-state.ts';

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

describe('reading an item', () => {
  const older = new Set(['s0', 'm0a']);
  const item = { pk: 'key_1#2026-11-20', used: 12, s0: 3, s86399: 9, m0a: new Set(['x', 'y']), older, expiresAt: 1 };

  test('returns the counters of the day and of each second, the names of marker sets, and the older names', () => {
    const seconds = new Map([
      [0, 3],
      [86_399, 9],
    ]);
    expect(readCounterState(item)).toEqual({ used: 12, seconds, markers: ['m0a'], older });
  });

  test('returns empty counters for an item that does not exist, and skips other attributes', () => {
    expect(readCounterState(undefined)).toEqual(emptyState);
    const odd = {
      used: '12',
      s: 1,
      s1x: 1,
      sum: 1,
      s2: '2',
      xs3: 1,
      m1: new Set(['x']),
      m1a: 'x',
      xm1a: new Set(['x']),
      m1ab: new Set(['x']),
      older: 's1',
    };
    expect(readCounterState(odd)).toEqual(emptyState);
  });
});

describe('clearing an item', () => {
  const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);
  const held = (seconds: readonly number[], markers: string[] = [], older: string[] = []): CounterState => ({
    used: 0,
    seconds: new Map(seconds.map((second) => [second, 1])),
    markers,
    older: new Set(older),
  });

  test('starts after ten seconds were opened, and first only notes the existing names', () => {
    expect(clearable(held(range(0, 9), ['m0a', 'm0b']))).toBeUndefined();
    const names = [...range(0, 10).map((second) => `s${second}`), 'm0a'];
    expect(clearable(held(range(0, 10), ['m0a']))).toEqual({ remove: [], older: new Set(names) });
  });

  test('removes the noted names after ten more seconds were opened, and notes the new names', () => {
    const older = [...range(0, 10).map((second) => `s${second}`), 'm0a'];
    expect(clearable(held(range(0, 19), ['m0a', 'm5a'], older))).toBeUndefined();
    const clearing = clearable(held(range(0, 20), ['m0a', 'm5a'], older));
    expect(clearing?.remove).toEqual(older);
    expect(clearing?.older).toEqual(new Set([...range(10, 20).map((second) => `s${second}`), 'm5a']));
  });

  test('does not compare seconds: a clock that is ahead makes nothing older', () => {
    const ahead = held([...range(100, 109), 700], [], []);
    expect(clearable(ahead)?.remove).toEqual([]);
    const next = held([...range(100, 118), 700, 701], [], [...(clearable(ahead)?.older ?? [])]);
    expect(clearable(next)?.remove).toEqual([...range(100, 109), 700].map((second) => `s${second}`));
  });

  test('removes at most two hundred attributes at once, and the others with the next clearing', () => {
    const names = range(0, 300).map((second) => `s${second}`);
    const clearing = clearable(held(range(0, 310), [], names));
    expect(clearing?.remove).toEqual(names.slice(0, 200));
    expect(clearing?.older.size).toBe(110);
  });

  test('takes a separate write when fifteen seconds are newer', () => {
    expect(overdueClearing(held(range(0, 14)))).toBeUndefined();
    expect(overdueClearing(held(range(0, 15)))?.older.size).toBe(15);
  });

  test('never removes a counter before ten seconds were opened after it, in whatever order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(86_399), { minLength: 60, maxLength: 120 }), (opened) => {
        let item = held([]);
        const openedAt = new Map<string, number>();
        for (const [index, second] of opened.entries()) {
          item = { ...item, seconds: new Map([...item.seconds, [second, 1]]) };
          openedAt.set(`s${second}`, index);
          const clearing = clearable(item);
          if (!clearing) continue;
          for (const name of clearing.remove) expect(index - (openedAt.get(name) ?? index)).toBeGreaterThanOrEqual(10);
          const left = [...item.seconds].filter(([one]) => !clearing.remove.includes(`s${one}`));
          item = { ...item, seconds: new Map(left), older: clearing.older };
        }
        expect(item.seconds.size).toBeLessThanOrEqual(20);
      }),
    );
  });
});
