import { describe, expect, test } from '@jest/globals';
import { keysOverQuota, planFit, planUse } from '../../../../dashboard/pages/plan/plan-use.ts';
import { plans } from '../../../support/settings.ts';

const { free } = plans;
const quota = free.limits.callsPerDay;
const key = (name: string, today: number) => ({
  name,
  calls: { thisSecond: 0, today, resetsAt: '2026-11-21T00:00:00Z' },
});
const unknown = { name: 'unknown', calls: null };

describe('what an account uses of its plan', () => {
  test('is the number of keys and the key with the most calls, as limits apply to each key', () => {
    const keys = [key('a', 3), key('b', 7), unknown];
    expect(planUse(keys)).toEqual({ activeKeys: 3, busiest: { name: 'b', today: 7 } });
  });

  test('is not known without keys or counters', () => {
    expect(planUse([])).toEqual({ activeKeys: 0, busiest: undefined });
    expect(planUse([unknown])).toEqual({ activeKeys: 1, busiest: undefined });
  });
});

describe('a plan', () => {
  test('fits up to its limits', () => {
    const keys = Array.from({ length: free.keys }, () => key('full', quota));
    expect(planFit(free, keys)).toEqual({ excessKeys: 0, overQuota: [] });
    expect(planFit(free, [])).toEqual({ excessKeys: 0, overQuota: [] });
  });

  test('is too small for more keys', () => {
    expect(
      planFit(
        free,
        Array.from({ length: free.keys + 2 }, () => key('a', 0)),
      ).excessKeys,
    ).toBe(2);
  });

  test('is too small for keys with more calls today, the busiest first', () => {
    const keys = [key('a', quota + 1), key('b', quota), key('c', quota + 9), unknown];
    expect(keysOverQuota(free, keys)).toEqual([
      { name: 'c', today: quota + 9 },
      { name: 'a', today: quota + 1 },
    ]);
  });
});
