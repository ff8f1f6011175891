import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../../../dashboard/api/api.ts';
import { excessKeys, planChanges, planTerms, planTitle } from '../../../../dashboard/pages/plan/plan-terms.ts';
import { toPlanView } from '../../../../lambda/control-plane/schemas/account-schemas.ts';
import { findPlan, plans } from '../../../../src/plans/plans.ts';

function planOf(id: string): Plan {
  const plan = findPlan(id);
  if (!plan) throw new Error(`There is no plan ${id}.`);
  return toPlanView(plan);
}

describe('a change of plan', () => {
  test('is said line by line, before and after', () => {
    expect(planChanges(planOf('free'), planOf('business'))).toEqual([
      { what: 'Price', before: 'Free', after: '$499 a month' },
      { what: 'Calls a second', before: '10', after: '200' },
      { what: 'Calls a day', before: '10,000', after: '700,000' },
      { what: 'Active keys', before: '3', after: '10' },
      { what: 'Request history', before: '1 day', after: '30 days' },
      { what: 'Longest call', before: '5 s', after: '25 s' },
    ]);
  });

  test('leaves out what stays the same', () => {
    const free = planOf('free');
    expect(planChanges(free, { ...free, keys: 4 })).toEqual([{ what: 'Active keys', before: '3', after: '4' }]);
  });

  test('says how many keys are too many for the plan', () => {
    expect([0, 3, 5].map((keys) => excessKeys(planOf('free'), keys))).toEqual([0, 0, 2]);
  });
});

test('every plan has the same lines in the same order, so that they stand side by side', () => {
  const lines = plans.map((plan) => Object.keys(planTerms(toPlanView(plan))));
  for (const line of lines) expect(line).toEqual(lines[0]);
});

test('a plan is titled by its name', () => {
  expect(planTitle({ planId: 'developer' })).toBe('Developer');
});
