import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../../../dashboard/api/api.ts';
import { changeName, excessKeys, planChanges, planTerms } from '../../../../dashboard/pages/plan/plan-terms.ts';
import { toPlanView } from '../../../../src/management-api/schemas/account-schemas.ts';
import { plans } from '../../../support/settings.ts';

const free: Plan = {
  planId: 'free',
  open: true,
  limits: { callsPerSecond: 10, callsPerDay: 10_000 },
  keys: 3,
  historyDays: 1,
  longestCallSeconds: 5,
  pricePerMonth: 0,
  currency: 'usd',
};
const business: Plan = {
  planId: 'business',
  open: true,
  limits: { callsPerSecond: 200, callsPerDay: 700_000 },
  keys: 10,
  historyDays: 30,
  longestCallSeconds: 25,
  pricePerMonth: 499,
  currency: 'usd',
};

describe('a change of plan', () => {
  test('is listed term by term, before and after', () => {
    expect(planChanges(free, business)).toEqual([
      { what: 'Price', before: 'Free', after: '$499 per month' },
      { what: 'Calls per second', before: '10', after: '200' },
      { what: 'Calls per day', before: '10,000', after: '700,000' },
      { what: 'Active keys', before: '3', after: '10' },
      { what: 'Request history', before: '1 day', after: '30 days' },
      { what: 'Longest call', before: '5 s', after: '25 s' },
    ]);
  });

  test('leaves out unchanged terms', () => {
    expect(planChanges(free, { ...free, keys: 4 })).toEqual([{ what: 'Active keys', before: '3', after: '4' }]);
  });

  test('lists every term of a plan that follows no active plan, and invents none before it', () => {
    const changes = planChanges(null, free);
    expect(changes.map(({ what }) => what)).toEqual(Object.keys(planTerms(free)));
    expect(new Set(changes.map(({ before }) => before))).toEqual(new Set(['–']));
  });

  test('is named by the price', () => {
    expect(changeName(free, business)).toBe('Upgrade to');
    expect(changeName(business, free)).toBe('Downgrade to');
    expect(changeName(null, free)).toBe('Choose');
  });

  test('counts the keys that exceed the plan', () => {
    expect([0, 3, 5].map((keys) => excessKeys(free, keys))).toEqual([0, 0, 2]);
  });
});

test('every plan has the same terms in the same order, so that plans can be compared side by side', () => {
  const lines = plans.all.map((plan) =>
    Object.keys(planTerms(toPlanView(plan, { plans, currency: 'usd', canPay: true }))),
  );
  for (const line of lines) expect(line).toEqual(lines[0]);
});
