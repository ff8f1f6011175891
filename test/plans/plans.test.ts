import { expect, test } from '@jest/globals';
import { definePlan, findPlan, freePlan, plans } from '../../src/plans/plans.ts';

test('the plans are the documented ones', () => {
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
    ['free', 10, 10_000, 3, 1, 5, 0],
    ['developer', 50, 150_000, 5, 7, 10, 49],
    ['business', 200, 700_000, 10, 30, 25, 499],
    ['scale', 800, 2_000_000, 20, 90, 25, 2_499],
  ]);
});

test('every account starts on the plan that is free of charge', () => {
  expect(freePlan.dollarsPerMonth).toBe(0);
});

test('a plan is found by its id', () => {
  for (const plan of plans) expect(findPlan(plan.id)).toBe(plan);
  for (const id of ['', 'Free', 'platinum', 'constructor']) expect(findPlan(id)).toBeUndefined();
});

test('a plan with more calls per second than one item can count is refused with advice', () => {
  const withRate = (callsPerSecond: number) =>
    definePlan({ ...freePlan, limits: { ...freePlan.limits, callsPerSecond } });
  expect(withRate(800).limits.callsPerSecond).toBe(800);
  expect(() => withRate(801)).toThrow(
    'The plan "free" allows 801 calls per second and key; the limit is 800, because one DynamoDB item counts them and ' +
      'takes 1,000 writes a second. Faster workloads can use several keys.',
  );
});
