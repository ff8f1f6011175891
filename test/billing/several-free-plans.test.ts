import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePaidPlan } from '../../src/billing/change-paid-plan.ts';
import { previewPlanChange } from '../../src/billing/plan-preview.ts';
import { Plans } from '../../src/plans.ts';
import { byCustomer } from '../support/change-requests.ts';
import { plans as usual } from '../support/settings.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const { free } = usual;
/** More calls a day with fewer keys. */
const hobby = { ...free, id: 'hobby', keys: 2, limits: { callsPerSecond: 5, callsPerDay: 20_000 } };
const hidden = { ...hobby, id: 'partner', availability: 'by-operator' as const };
const plans = new Plans([free, hobby, hidden, ...usual.all.slice(1)]);

let bench: BillingBench;
beforeEach(async () => {
  bench = await billingBench({ plans });
});

describe('an account without a subscription', () => {
  test('changes between free plans at once, with the whole quota, and without Stripe', async () => {
    const before = bench.api.requests;
    expect(await previewPlanChange(bench.deps, accountId, 'hobby')).toMatchObject({ kind: 'none', callsToday: 20_000 });
    for (const planId of ['hobby', 'free', 'hobby', 'hobby']) {
      expect(await bench.change(planId)).toMatchObject({ kind: 'changed', account: { planId, inactive: null } });
    }
    expect(bench.api.requests).toBe(before);
  });

  test('needs few enough keys, and an open plan', async () => {
    await bench.keys(3);
    await expect(bench.change('hobby')).rejects.toMatchObject({ code: 'too_many_keys', allowed: 2 });
    await expect(bench.change('partner')).rejects.toMatchObject({ code: 'unknown_plan' });
    expect(await bench.account()).toMatchObject({ planId: 'free' });
  });
});

describe('an account with a subscription', () => {
  const subscriptions = async () =>
    (await bench.deps.stripe.subscriptions.list({ customer: await bench.customerId(), status: 'all' })).data;

  test('ends it for any free plan, with credit, and a repetition changes nothing', async () => {
    await bench.subscribe('business');
    const { kind, amount } = await previewPlanChange(bench.deps, accountId, 'hobby');
    const request = { ...byCustomer(accountId), idempotency: { key: 'one', request: 'hobby' } };
    for (let time = 0; time < 2; time += 1) {
      const { account } = { account: undefined, ...(await changePaidPlan(bench.deps, request, 'hobby')) };
      expect(account).toMatchObject({ planId: 'hobby', inactive: null });
    }
    expect((await subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    expect({ kind, amount }).toEqual({ kind: 'credit', amount: (await bench.money()).credit });
    await bench.change('free');
    expect((await bench.account()).planId).toBe('free');
  });

  test('keeps it if it has more keys than the free plan', async () => {
    await bench.subscribe('business');
    await bench.keys(3);
    await expect(bench.change('hobby')).rejects.toMatchObject({ code: 'too_many_keys', allowed: 2 });
    expect((await subscriptions()).map(({ status }) => status)).toEqual(['active']);
  });

  test('falls to the plan of new accounts if it ends elsewhere', async () => {
    await bench.change('hobby');
    const { billing } = await bench.subscribe('business');
    await bench.deps.stripe.subscriptions.cancel(billing?.subscriptionId ?? '');
    expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: null });
  });
});
