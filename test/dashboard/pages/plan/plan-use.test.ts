import { describe, expect, test } from '@jest/globals';
import { keysOverQuota, planFit, planUse } from '../../../../dashboard/pages/plan/plan-use.ts';
import { plans } from '../../../support/settings.ts';

const { free } = plans;
const quota = free.limits.callsPerDay;
const resetsAt = '2026-11-21T00:00:00Z';
const key = (name: string, today: number, before?: number) => ({
  name,
  limits: { ...free.limits, callsPerDay: quota - (before ?? 0) },
  startedWith: before === undefined ? null : { calls: before, until: resetsAt },
  calls: { thisSecond: 0, today, resetsAt },
});
const unknown = { name: 'unknown', calls: null, limits: null, startedWith: null };

describe('what an account uses of its plan', () => {
  test('is the number of keys and the key with the most calls, as limits apply to each key', () => {
    const keys = [key('a', 3), key('b', 7), unknown];
    expect(planUse(keys)).toEqual({ activeKeys: 3, busiest: { name: 'b', today: 7, quota } });
  });

  test('includes the calls that a key started with', () => {
    expect(planUse([key('a', 3), key('b', 2, 5)]).busiest).toEqual({ name: 'b', today: 7, quota });
  });

  test('is not known without keys or counters', () => {
    expect(planUse([])).toEqual({ activeKeys: 0, busiest: undefined });
    expect(planUse([unknown])).toEqual({ activeKeys: 1, busiest: undefined });
  });
});

describe('a plan', () => {
  test('fits while each key has a call left', () => {
    const keys = Array.from({ length: free.keys }, () => key('a', quota - 1));
    expect(planFit(free, keys)).toMatchObject({ excessKeys: 0, overQuota: [] });
    expect(planFit(free, [])).toEqual({ excessKeys: 0, overQuota: [], isKnown: true });
  });

  test('is too small for more keys', () => {
    expect(
      planFit(
        free,
        Array.from({ length: free.keys + 2 }, () => key('a', 0)),
      ).excessKeys,
    ).toBe(2);
  });

  test('is too small for keys that have used up its calls, with those they started with, the busiest first', () => {
    const keys = [key('a', quota), key('b', quota - 1), key('c', 9, quota), unknown];
    expect(keysOverQuota(free, keys)).toEqual([
      { name: 'c', today: quota + 9, quota },
      { name: 'a', today: quota, quota },
    ]);
  });
});

test('a plan does not fit calls that are not known, as without an active plan', () => {
  expect(planFit(free, [key('a', 3), unknown])).toMatchObject({ excessKeys: 0, overQuota: [], isKnown: false });
});
