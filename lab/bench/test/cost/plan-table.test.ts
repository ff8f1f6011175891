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
const rowsOf = (plan: Plan, usual: number, slower: number, slow: number): string | undefined =>
  planTable([{ usual: cost(plan, usual), slower: cost(plan, slower), slow: cost(plan, slow) }])
    .split('\n')
    .at(-1);

test('a price that covers full use is shown with its share, in bold if it covers less', () => {
  expect(rowsOf(priced, 16, 20, 25)).toBe('| priced | 10 | 1.60 | $16 | $20 | 125 % | 100 % | **80 %** |');
});

test('a plan without a price is shown with what it costs', () => {
  expect(rowsOf(plans.free, 4, 5, 6)).toBe('| free | 10 | 0.40 | $4.00 | free | – | costs $5.00 | costs $6.00 |');
});
