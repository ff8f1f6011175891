import { describe, expect, test } from '@jest/globals';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { given, problemsOf } from './refusals.ts';

const [free, developer, business, scale] = given.plans;
const withPlans = (...plans: readonly unknown[]) => problemsOf({ plans });
const limits = { callsPerSecond: 10, callsPerDay: 10_000 };

describe('plans', () => {
  test.each(['by-operator', 'retired'])('may be %s, at any price', (availability) => {
    expect(withPlans(free, developer, { ...business, availability, pricePerMonth: 0 }, scale)).toEqual([]);
  });

  test('may be the free one alone', () => {
    expect(withPlans(free)).toEqual([]);
    expect(parseSettings({ ...given, plans: [free] }, 'test').plans).toEqual([{ ...free, availability: 'open' }]);
  });

  test.each([
    ['Free', 'plans.0.id: must have lower-case letters'],
    ['', 'plans.0.id: must have lower-case letters'],
  ])('are refused with the id %j', (id, problem) => {
    expect(withPlans({ ...free, id })).toEqual([expect.stringContaining(problem)]);
  });

  test.each<[string, readonly unknown[]]>([
    ['is dear', [developer, business]],
    ['is by operator', [{ ...free, availability: 'by-operator' }, developer]],
    ['is retired', [{ ...free, availability: 'retired' }]],
  ])('are refused if the first %s', (_, plans) => {
    expect(withPlans(...plans)).toEqual([
      'plans.0: must be the plan of new accounts: open, and with pricePerMonth: 0.',
    ]);
  });

  test('may be several without a price, before those with one', () => {
    const hobby = { ...free, id: 'hobby' };
    expect(withPlans(free, hobby, developer)).toEqual([]);
    expect(withPlans(free, developer, hobby)).toEqual([
      expect.stringContaining('plans.2.pricePerMonth: must not be below the price of "developer"'),
    ]);
  });

  test('are refused if two have the same id', () => {
    expect(withPlans(free, developer, { ...business, id: 'developer' })).toEqual([
      'plans.2.id: another plan has the id "developer". Rename one of them.',
    ]);
  });

  test('are refused if the open ones are not in the order of their prices', () => {
    const dearest = { ...scale, availability: 'by-operator' };
    expect(withPlans(free, dearest, business, developer)).toEqual([
      expect.stringContaining('plans.3.pricePerMonth: must not be below the price of "business"'),
    ]);
    const retired = { ...business, id: 'old', pricePerMonth: 900, availability: 'retired' };
    expect(withPlans(free, retired, business, developer)).toEqual([
      expect.stringContaining('plans.3.pricePerMonth: must not be below the price of "business"'),
    ]);
  });

  test.each([
    [
      { limits: { ...limits, callsPerSecond: 801 } },
      'plans.0.limits.callsPerSecond: must be at most 800: one DynamoDB item',
    ],
    [{ limits: { ...limits, callsPerSecond: 0 } }, 'plans.0.limits.callsPerSecond: must be at least 1.'],
    [{ limits: { ...limits, callsPerDay: 1.5 } }, 'plans.0.limits.callsPerDay: must be a whole number.'],
    [{ limits: { callsPerSecond: 1 } }, 'plans.0.limits.callsPerDay: is missing.'],
    [{ keys: 0 }, 'plans.0.keys: must be at least 1.'],
    [{ keys: 50 }, 'plans.0.keys: must be at most 48: a change of plan must fit into one DynamoDB transaction.'],
    [{ historyDays: 91 }, 'plans.0.historyDays: must be at most 90.'],
    [
      { longestCallSeconds: 26 },
      'plans.0.longestCallSeconds: must be at most 25: API Gateway waits at most 30 seconds.',
    ],
    [{ availability: 'secret' }, 'plans.0.availability: must be "open" or "by-operator" or "retired", not "secret".'],
    [{ price: 3 }, 'plans.0.price: is not a setting. Correct its name, or remove it.'],
  ])('are refused with %j', (changes, problem) => {
    expect(withPlans({ ...free, ...changes })).toEqual([expect.stringContaining(problem)]);
  });
});
