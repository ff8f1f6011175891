import { expect, test } from '@jest/globals';
import type { PlanCost } from '../../../../src/cost/plan-cost.ts';
import type { Plan } from '../../../../src/plans.ts';
import { plans } from '../../../../test/support/settings.ts';
import { planTable } from '../../cost/plan-table.ts';

const cost = (plan: Plan, dollarsPerMonth: number): PlanCost => ({
  plan,
  millionsPerMonth: 10,
  nodesPerMillion: 0,
  perMillion: dollarsPerMonth / 10,
  dollarsPerMonth,
  covered: plan.pricePerMonth > 0 ? plan.pricePerMonth / dollarsPerMonth : undefined,
});
const priced = { ...plans.free, id: 'priced', pricePerMonth: 20 };
const rowsOf = (plan: Plan, usual: number, slow: number): string | undefined =>
  planTable({ plans: [{ usual: cost(plan, usual), slow: cost(plan, slow) }], slowNodeMs: 250 })
    .split('\n')
    .at(-1);

test('a price that covers half of full use is shown with its share, in bold if it covers less', () => {
  expect(rowsOf(priced, 40, 41)).toBe('| priced | 10 | 4.00 | $40 | $20 | 50 % | **48 %** |');
});

test('a plan without a price is shown with what it costs', () => {
  expect(rowsOf(plans.free, 4, 5)).toBe('| free | 10 | 0.40 | $4.00 | free | – | costs $5.00 |');
});
