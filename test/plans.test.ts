import { expect, test } from '@jest/globals';
import { choosePlan, type Plan, Plans, planChoices, UnknownPlanError } from '../src/plans.ts';
import { plans } from './support/settings.ts';

test('every account starts on the plan that is free of charge', () => {
  expect(plans.free.pricePerMonth).toBe(0);
});

test('a plan is found by its id', () => {
  for (const plan of plans.all) expect(plans.find(plan.id)).toBe(plan);
  for (const id of ['', 'Free', 'platinum', 'constructor']) expect(plans.find(id)).toBeUndefined();
});

const withAvailability = (availability: Plan['availability'], id: string): Plan => ({
  ...plans.free,
  availability,
  id,
});

test('customers choose among the open plans, and the operator also among those by operator', () => {
  const [open, byOperator, retired] = [
    withAvailability('open', 'one'),
    withAvailability('by-operator', 'two'),
    withAvailability('retired', 'three'),
  ];
  const all = new Plans([open, byOperator, retired]);
  expect(planChoices(all, 'customer')).toEqual([open]);
  expect(planChoices(all, 'operator')).toEqual([open, byOperator]);
  expect(choosePlan(all, 'two', 'operator')).toBe(byOperator);
  const refusal = { code: 'unknown_plan', message: 'The plan two is not available. Available plans: one.' };
  expect(() => choosePlan(all, 'two', 'customer')).toThrow(expect.objectContaining(refusal));
  for (const id of ['three', 'four', '']) expect(() => choosePlan(all, id, 'operator')).toThrow(UnknownPlanError);
});
