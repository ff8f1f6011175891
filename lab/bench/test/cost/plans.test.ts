import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../../../src/plans.ts';
import { plans } from '../../../../test/support/settings.ts';
import { isCovered, leastCovered, planCost } from '../../cost/plan-cost.ts';
import * as deployment from '../../deployed.ts';
import { ResultFiles } from '../../results.ts';

/** The figures that the page is made from. */
const results = new ResultFiles(fileURLToPath(new URL('../../results', import.meta.url))).newest();
const costOf = (plan: Plan, nodeMs?: number) => planCost(plan, results, deployment, nodeMs);
const priced = plans.all.filter(({ pricePerMonth }) => pricePerMonth > 0);

describe.each(priced.map((plan) => [plan.id, plan] as const))('the price of the plan %s', (_id, plan) => {
  test('covers the cost of at least half of its full use', () => {
    expect(costOf(plan).covered).toBeGreaterThanOrEqual(leastCovered);
    expect(isCovered(costOf(plan))).toBe(true);
  });

  test('breaks the rule when it is halved, or when the quota is doubled', () => {
    expect(isCovered(costOf({ ...plan, pricePerMonth: plan.pricePerMonth / 2 }))).toBe(false);
    const limits = { ...plan.limits, callsPerDay: 2 * plan.limits.callsPerDay };
    expect(isCovered(costOf({ ...plan, limits }))).toBe(false);
    expect(isCovered(costOf({ ...plan, keys: 2 * plan.keys }))).toBe(false);
  });

  test('covers less with slow nodes', () => {
    expect(costOf(plan, 250).covered).toBeLessThan(costOf(plan).covered ?? 0);
  });
});

test('a plan costs what a million of its calls cost, for every call that its keys can make in 30 days', () => {
  const { millionsPerMonth, perMillion, dollarsPerMonth } = costOf(plans.free);
  expect(millionsPerMonth).toBeCloseTo((plans.free.keys * plans.free.limits.callsPerDay * 30) / 1e6);
  expect(dollarsPerMonth).toBeCloseTo(millionsPerMonth * perMillion);
});

test('a plan without a price covers nothing, and is no exception to the rule', () => {
  expect(costOf(plans.free).covered).toBeUndefined();
  expect(isCovered(costOf(plans.free))).toBe(true);
});

test('longer history costs more', () => {
  expect(costOf({ ...plans.free, historyDays: 90 }).perMillion).toBeGreaterThan(costOf(plans.free).perMillion + 0.3);
});
