import { describe, expect, test } from '@jest/globals';
import { isCovered, leastCovered, planCost } from '../../src/cost/plan-cost.ts';
import { plans } from '../support/shipped-settings.ts';

const priced = plans.all.filter(({ pricePerMonth }) => pricePerMonth > 0);

describe.each(priced.map((plan) => [plan.id, plan] as const))('the price of the plan %s', (_id, plan) => {
  test('covers the cost of its full use', () => {
    expect(planCost(plan).covered).toBeGreaterThanOrEqual(leastCovered);
    expect(isCovered(planCost(plan))).toBe(true);
  });

  test('breaks the rule when it is halved, or when the quota is doubled', () => {
    expect(isCovered(planCost({ ...plan, pricePerMonth: plan.pricePerMonth / 2 }))).toBe(false);
    const limits = { ...plan.limits, callsPerDay: 2 * plan.limits.callsPerDay };
    expect(isCovered(planCost({ ...plan, limits }))).toBe(false);
    expect(isCovered(planCost({ ...plan, keys: 2 * plan.keys }))).toBe(false);
  });

  test('covers less with slow nodes', () => {
    expect(planCost(plan, 250).covered).toBeLessThan(planCost(plan).covered ?? 0);
  });
});

test('a plan costs what a million of its calls cost, for every call that its keys can make in 30 days', () => {
  const { millionsPerMonth, perMillion, dollarsPerMonth } = planCost(plans.free);
  expect(millionsPerMonth).toBeCloseTo((plans.free.keys * plans.free.limits.callsPerDay * 30) / 1e6);
  expect(dollarsPerMonth).toBeCloseTo(millionsPerMonth * perMillion);
});

test('a plan without a price covers nothing, and is no exception to the rule', () => {
  expect(planCost(plans.free).covered).toBeUndefined();
  expect(isCovered(planCost(plans.free))).toBe(true);
});

test('longer history costs more', () => {
  expect(planCost({ ...plans.free, historyDays: 90 }).perMillion).toBeGreaterThan(
    planCost(plans.free).perMillion + 0.3,
  );
});
