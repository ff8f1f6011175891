import { expect, test } from '@jest/globals';
import { findPlan, firstPlan, plans } from '../../src/plans/plans.ts';

test('the plans are those that are offered', () => {
  expect(
    plans.map(({ id, limits, keys, historyDays, longestCallSeconds, dollarsPerMonth }) => [
      id,
      limits.callsPerSecond,
      limits.callsPerDay,
      keys,
      historyDays,
      longestCallSeconds,
      dollarsPerMonth,
    ]),
  ).toEqual([
    ['free', 10, 50_000, 3, 1, 5, 0],
    ['developer', 50, 500_000, 10, 7, 10, 49],
    ['business', 200, 5_000_000, 25, 30, 25, 499],
    ['scale', 2_000, 50_000_000, 40, 90, 25, 999],
  ]);
});

test('every account starts on the plan that costs nothing', () => {
  expect(firstPlan.dollarsPerMonth).toBe(0);
});

test('a plan is found by its id, and no other', () => {
  for (const plan of plans) expect(findPlan(plan.id)).toBe(plan);
  for (const id of ['', 'Free', 'platinum', 'constructor']) expect(findPlan(id)).toBeUndefined();
});
