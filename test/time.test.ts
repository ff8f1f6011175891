import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayOf, endOfDay, endOfSecond, secondOfDay, secondsPerDay, secondsUntil } from '../src/time.ts';

const midnight = Date.UTC(2026, 10, 21);

describe('the UTC second and day of a timestamp', () => {
  test.each([
    ['the first millisecond of a day', midnight, '2026-11-21', 0, midnight + 86_400_000, midnight + 1_000],
    ['the last millisecond of a second', midnight + 999, '2026-11-21', 0, midnight + 86_400_000, midnight + 1_000],
    ['the first of the next', midnight + 1_000, '2026-11-21', 1, midnight + 86_400_000, midnight + 2_000],
    ['the last millisecond of a day', midnight - 1, '2026-11-20', 86_399, midnight, midnight],
    ['the last day of a year', Date.UTC(2027, 0, 1) - 1, '2026-12-31', 86_399, Date.UTC(2027, 0), Date.UTC(2027, 0)],
    ['a leap day', Date.UTC(2028, 1, 29), '2028-02-29', 0, Date.UTC(2028, 2), Date.UTC(2028, 1, 29, 0, 0, 1)],
    // In New York clocks went back an hour on that day, which does not affect UTC days.
    [
      'a day of 25 hours elsewhere',
      Date.UTC(2026, 10, 1, 23, 59, 59),
      '2026-11-01',
      86_399,
      Date.UTC(2026, 10, 2),
      Date.UTC(2026, 10, 2),
    ],
  ])('%s', (_, at, day, second, dayEnd, secondEnd) => {
    expect([dayOf(at), secondOfDay(at), endOfDay(at), endOfSecond(at)]).toEqual([day, second, dayEnd, secondEnd]);
  });

  test('contain it, for any timestamp', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (at) => {
        const second = secondOfDay(at);
        expect(second).toBeGreaterThanOrEqual(0);
        expect(second).toBeLessThan(secondsPerDay);
        expect(Date.parse(dayOf(at)) + second * 1_000).toBe(Math.floor(at / 1_000) * 1_000);
        expect(endOfSecond(at)).toBe(Date.parse(dayOf(at)) + (second + 1) * 1_000);
        expect(endOfDay(at)).toBe(Date.parse(dayOf(at)) + 86_400_000);
      }),
    );
  });
});

test('a wait is whole seconds, rounded up, and at least one', () => {
  expect([0, 1, 999, 1_000, 1_001, 59_000].map((ms) => secondsUntil(midnight, midnight + ms))).toEqual([
    1, 1, 1, 1, 2, 59,
  ]);
});
