import { describe, expect, test } from '@jest/globals';
import {
  governingSubscription,
  type PaidSubscription,
  planOfSubscriptions,
} from '../../src/billing/subscription-plan.ts';
import { type Account, noSubscription } from '../../src/directory/directory-items.ts';
import { dayMs } from '../../src/time.ts';
import { plans } from '../support/settings.ts';

const now = Date.UTC(2026, 10, 20);
const graceDays = 7;

const subscription = (status: string, more: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_1',
  status,
  createdAt: now - 40 * dayMs,
  planId: 'business',
  unpaidSince: now - dayMs,
  ...more,
});

const account = (
  planId: string,
  subscriptionId: string | null,
  inactive: Account['inactive'] = null,
): Pick<Account, 'planId' | 'inactive' | 'billing'> => ({
  planId,
  inactive,
  billing: { ...noSubscription, customerId: 'cus_1', subscriptionId },
});

const planOf = (subscriptions: PaidSubscription[], before: ReturnType<typeof account>, activeKeys = 1) =>
  planOfSubscriptions(subscriptions, before, activeKeys, {
    plans,
    now,
    graceDays,
    graceEveryMonths: 6,
    hasPaid: true,
    isInDebt: false,
  });

const free = { planId: 'free', inactive: null, subscriptionId: null, graceEndsAt: null };
const paid = { planId: 'business', inactive: null, subscriptionId: 'sub_1', graceEndsAt: null };
const unpaid = { ...paid, inactive: 'unpaid' };
const graceEndsAt = now + 6 * dayMs;

describe('the table of plans, for an account that has paid before', () => {
  const table: [string, object][] = [
    ['trialing', paid],
    ['active', paid],
    ['past_due', { ...paid, graceEndsAt }],
    ['unpaid', unpaid],
    ['paused', unpaid],
    ['incomplete', free],
    ['incomplete_expired', free],
    ['canceled', free],
  ];

  test.each(table)('%s', (status, expected) => {
    expect(planOf([subscription(status)], account('business', 'sub_1'))).toEqual(expected);
    expect(planOf([subscription(status)], account('business', 'sub_1', 'unpaid'))).toEqual(expected);
  });

  test('without a subscription at all', () => {
    expect(planOf([], account('business', 'sub_1'))).toEqual(free);
  });

  test('a status of a later version of Stripe changes nothing, and is reported', () => {
    const before = account('business', 'sub_1');
    expect(planOf([subscription('dormant')], before)).toEqual({ ...paid, problem: 'unknown_price' });
  });
});

describe('an account that has not paid yet keeps the plan that the operator gave it', () => {
  test.each(['incomplete', 'incomplete_expired', 'canceled'])('%s', (status) => {
    const expected = { planId: 'scale', inactive: null, subscriptionId: null, graceEndsAt: null };
    expect(planOf([subscription(status)], account('scale', null))).toEqual(expected);
  });

  test.each(['trialing', 'active'])('%s: until it is paid', (status) => {
    expect(planOf([subscription(status)], account('scale', null))).toEqual(paid);
  });
});

test('the grace period ends to the millisecond', () => {
  const since = (unpaidSince: number) =>
    planOf([subscription('past_due', { unpaidSince })], account('business', 'sub_1'));
  expect(since(now - graceDays * dayMs + 1)).toEqual({ ...paid, graceEndsAt: now + 1 });
  expect(since(now - graceDays * dayMs)).toEqual(unpaid);
});

test('too many keys: none until they fit after the end, the plan if it is paid', () => {
  const before = account('business', 'sub_1');
  expect(planOf([], before, plans.free.keys)).toEqual(free);
  expect(planOf([], before, plans.free.keys + 1)).toEqual({ ...free, inactive: 'too_many_keys' });
  expect(planOf([subscription('active')], before, 11)).toEqual({ ...paid, problem: 'too_many_keys' });
});

describe.each([undefined, 'unheard-of'])('a price of the plan %s is reported', (planId) => {
  const problem = 'unknown_price';
  const planWith = (status: string, before: ReturnType<typeof account>) =>
    planOf([subscription(status, { planId })], before);

  test('the account keeps its plan while something is paid, and not without a payment', () => {
    const developer = { ...paid, planId: 'developer', problem };
    expect(planWith('active', account('developer', null))).toEqual(developer);
    expect(planWith('active', account('developer', 'sub_1', 'unpaid'))).toEqual(developer);
    expect(planWith('past_due', account('developer', 'sub_1'))).toEqual({ ...developer, graceEndsAt });
    expect(planWith('unpaid', account('developer', 'sub_1'))).toEqual({ ...developer, inactive: 'unpaid' });
  });

  test('too many keys for the plan that it has stay too many', () => {
    const before = account('free', null, 'too_many_keys');
    expect(planWith('active', before)).toMatchObject({ planId: 'free', inactive: 'too_many_keys', problem });
  });
});

test('of several subscriptions the paid one decides, then the one that decided before, then the oldest', () => {
  const named = (id: string, status: string, createdAt = now) => subscription(status, { id, createdAt });
  const choose = (all: PaidSubscription[], before: string | null) => {
    const chosen = new Set([all, all.toReversed()].map((listed) => governingSubscription(listed, before)?.id));
    expect(chosen.size).toBe(1);
    return [...chosen][0];
  };
  const order = ['active', 'past_due', 'unpaid', 'dormant'];
  for (const [index, better] of order.entries()) {
    for (const worse of order.slice(index + 1)) {
      expect(choose([named('a', worse, now - dayMs), named('b', better)], 'a')).toBe('b');
    }
  }
  expect(choose([named('a', 'trialing', now - dayMs), named('b', 'active')], 'b')).toBe('b');
  expect(choose([named('a', 'active', now - dayMs), named('b', 'trialing')], null)).toBe('a');
  expect(choose([named('a', 'active'), named('b', 'active')], 'gone')).toBe('a');
  expect(choose([named('a', 'canceled'), named('b', 'incomplete')], 'a')).toBeUndefined();
});
