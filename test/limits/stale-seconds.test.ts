import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { staleSeconds } from '../../src/limits/stale-seconds.ts';

const known = (seconds: readonly number[]) => ({ used: 0, seconds: new Map(seconds.map((second) => [second, 1])) });
const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);

describe('the counters a write takes out', () => {
  test('are those 31 to 60 seconds back, known or not', () => {
    expect(staleSeconds(known([]), 1_000)).toEqual(range(940, 970));
    expect(staleSeconds(known([950, 970, 999, 1_000, 1_001]), 1_000)).toEqual(range(940, 970));
  });

  test('and older ones that are known', () => {
    expect(staleSeconds(known([3, 939, 940]), 1_000)).toEqual([...range(940, 970), 3, 939]);
  });

  test('are none that a slow clock may still count in', () => {
    fc.assert(
      fc.property(fc.nat(86_399), fc.uniqueArray(fc.nat(86_399)), (own, seconds) => {
        for (const second of staleSeconds(known(seconds), own)) {
          expect(second).toBeGreaterThanOrEqual(0);
          expect(second).toBeLessThan(own - 30);
        }
      }),
    );
  });

  test('are each named once, for DynamoDB refuses a path that stands twice', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.uniqueArray(fc.nat(200)), (own, seconds) => {
        const stale = staleSeconds(known(seconds), own);
        expect(new Set(stale).size).toBe(stale.length);
      }),
    );
  });

  test('are never before the day, nor the counter that is written', () => {
    expect(staleSeconds(known([0, 1]), 0)).toEqual([]);
    expect(staleSeconds(known([0, 1]), 30)).toEqual([]);
    expect(staleSeconds(known([0, 1]), 31)).toEqual([0]);
  });

  test('are few enough for one expression, however many are known', () => {
    expect(staleSeconds(known(range(0, 80_000)), 86_000)).toHaveLength(90);
  });
});
