import { describe, expect, test } from '@jest/globals';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { changePaidPlan } from '../../src/billing/change-paid-plan.ts';
import { dayMs } from '../../src/time.ts';
import { byCustomer, byOperator } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const halfMonth = 15 * dayMs;
/** The day of a change stays charged, so that credit is for the days after it. */
const half = (sum: number): number => Math.round((sum * 14) / 30);
const hourMs = 3_600_000;

/** Pays for a plan since half of a month of 30 days. */
async function subscribed(planId = 'developer'): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe(planId);
  bench.advance(halfMonth);
  return bench;
}

/** The page where a change must be paid. */
async function paymentPage(change: ReturnType<BillingBench['change']>): Promise<string> {
  const result = await change;
  if (result.kind !== 'payment') throw new Error('The change took effect at once.');
  return result.url;
}

describe('an upgrade', () => {
  test('takes effect at once, for the rest of the month and less what was paid', async () => {
    const bench = await subscribed();
    expect(await bench.change('business')).toMatchObject({ kind: 'changed', account: { planId: 'business' } });
    expect(await bench.money()).toEqual({ paid: 4_900 + (49_900 - 4_900) / 2, credit: 0 });
  });

  test('twice at once is paid once', async () => {
    const bench = await subscribed();
    await Promise.allSettled([bench.change('business'), bench.change('business'), bench.change('business')]);
    expect(await bench.account()).toMatchObject({ planId: 'business' });
    expect(await bench.money()).toEqual({ paid: 4_900 + (49_900 - 4_900) / 2, credit: 0 });
  });

  test('to two plans at once ends on one of them, paid as that one', async () => {
    const bench = await subscribed();
    await Promise.allSettled([bench.change('business'), bench.change('scale')]);
    const { planId } = await bench.settle();
    const price = (plans.find(planId)?.pricePerMonth ?? 0) * 100;
    const { paid, credit } = await bench.money();
    expect(paid - credit).toBe(4_900 + (price - 4_900) / 2);
  });

  test.each(['is_declined', 'asks'] as const)('with a card that %s: the plan stays until it is paid', async (card) => {
    const bench = await subscribed();
    await bench.setCard(card);
    const url = await paymentPage(bench.change('business'));
    expect(await bench.settle()).toMatchObject({ planId: 'developer', inactive: null });
    expect(await paymentPage(bench.change('business'))).toBe(url);
    bench.payInvoice(url);
    expect(await bench.settle()).toMatchObject({ planId: 'business' });
    expect(await bench.money()).toEqual({ paid: 4_900 + (49_900 - 4_900) / 2, credit: 0 });
  });

  test('that waits for its payment is replaced by another one, and given up by keeping the plan', async () => {
    const bench = await subscribed();
    await bench.setCard('is_declined');
    const first = await paymentPage(bench.change('business'));
    const second = await paymentPage(bench.change('scale'));
    expect(() => bench.payInvoice(first)).toThrow();
    expect(await bench.change('developer')).toMatchObject({ kind: 'changed', account: { planId: 'developer' } });
    expect(() => bench.payInvoice(second)).toThrow();
    expect(await paymentPage(bench.change('scale'))).not.toBe(second);
    expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
  });

  test('that is not paid within 23 hours is forgotten, and can be tried again', async () => {
    const bench = await subscribed();
    await bench.setCard('is_declined');
    const url = await paymentPage(bench.change('business'));
    bench.advance(24 * hourMs);
    expect(() => bench.payInvoice(url)).toThrow();
    await bench.setCard('pays');
    expect(await bench.change('business')).toMatchObject({ kind: 'changed', account: { planId: 'business' } });
  });
});

describe('a downgrade', () => {
  test('takes effect at once; the rest is credit for the next invoices', async () => {
    const bench = await subscribed('business');
    expect(await bench.change('developer')).toMatchObject({ kind: 'changed', account: { planId: 'developer' } });
    expect(await bench.money()).toEqual({ paid: 49_900, credit: half(45_000) });
    bench.advance(halfMonth + 2 * hourMs);
    await bench.settle();
    expect(await bench.money()).toEqual({ paid: 49_900, credit: half(45_000) - 4_900 });
  });

  test('and up and down again within minutes costs nothing', async () => {
    const bench = await subscribed('business');
    for (const planId of ['developer', 'business', 'developer', 'business']) await bench.change(planId);
    const { paid, credit } = await bench.money();
    expect({ paid: paid - credit, planId: (await bench.account()).planId }).toEqual({
      paid: 49_900,
      planId: 'business',
    });
  });

  test('is refused with too many keys before any money moves', async () => {
    const bench = await subscribed('business');
    await bench.keys(6);
    await expect(bench.change('developer')).rejects.toMatchObject({ code: 'too_many_keys' });
    await expect(bench.change('free')).rejects.toMatchObject({ code: 'too_many_keys' });
    expect(await bench.settle()).toMatchObject({ planId: 'business' });
    expect(await bench.money()).toEqual({ paid: 49_900, credit: 0 });
  });
});

describe('a month whose payment was refunded', () => {
  const refunded = async (amount?: number): Promise<BillingBench> => {
    const bench = await subscribed('business');
    const { data } = await bench.deps.stripe.charges.list({ customer: await bench.customerId() });
    await bench.deps.stripe.refunds.create({ charge: data[0]?.id ?? '', ...(amount && { amount }) });
    return bench;
  };

  test('gives no credit', async () => {
    const bench = await refunded();
    await bench.change('developer');
    expect(await bench.money()).toEqual({ paid: 0, credit: 0 });
    expect(await bench.account()).toMatchObject({ planId: 'developer', inactive: null });
  });

  test('in part gives the rest of the credit, down and to the free plan', async () => {
    const bench = await refunded(100);
    await bench.change('developer');
    expect(await bench.money()).toEqual({
      paid: 49_800,
      credit: half(45_000) - Math.round((half(45_000) * 100) / 49_900),
    });
    const left = half(45_000) - 42;
    await bench.change('free');
    expect(await bench.money()).toEqual({ paid: 49_800, credit: left + half(4_900) - 5 });
  });

  test('in part lets an upgrade go on', async () => {
    const bench = await refunded(100);
    expect(await bench.change('scale')).toMatchObject({ kind: 'changed', account: { planId: 'scale' } });
    expect(await bench.money()).toEqual({ paid: 49_800 + (249_900 - 49_900) / 2, credit: 0 });
  });
});

describe('in the hour after a renewal, while its invoice is a draft', () => {
  test('the month is paid before anything of it is credited', async () => {
    const bench = await subscribed('business');
    bench.advance(halfMonth + hourMs / 2);
    await bench.change('developer');
    const { paid, credit } = await bench.money();
    expect(paid).toBe(2 * 49_900);
    expect(credit).toBe(Math.round((45_000 * 30) / 31));
    bench.advance(3 * hourMs);
    expect(await bench.money()).toEqual({ paid, credit });
  });

  test('with a card that is declined nothing changes, and nothing is credited, then or later', async () => {
    const bench = await subscribed('business');
    await bench.setCard('is_declined');
    bench.advance(halfMonth + hourMs / 2);
    for (const planId of ['developer', 'scale']) {
      await expect(bench.change(planId)).rejects.toMatchObject({ code: 'checkout_required' });
    }
    expect(await bench.account()).toMatchObject({ planId: 'business', inactive: null });
    await bench.change('free');
    expect(await bench.money()).toEqual({ paid: 49_900, credit: 0 });
  });
});

describe('to the free plan', () => {
  test('ends the subscription at once; the rest of a paid month is credit, also for a later subscription', async () => {
    const bench = await subscribed();
    expect(await bench.change('free')).toMatchObject({ kind: 'changed', account: { planId: 'free' } });
    expect(await bench.money()).toEqual({ paid: 4_900, credit: half(4_900) });
    bench.advance(dayMs);
    await bench.subscribe('developer');
    expect(await bench.money()).toEqual({ paid: 4_900 + 4_900 - half(4_900), credit: 0 });
  });

  test('twice at once gives the credit once', async () => {
    const bench = await subscribed();
    await Promise.allSettled([bench.change('free'), bench.change('free')]);
    expect(await bench.money()).toEqual({ paid: 4_900, credit: half(4_900) });
  });

  test('gives no credit for a month that is not paid, and its invoice can no longer be paid', async () => {
    const bench = await subscribed();
    await bench.setCard('is_declined');
    bench.advance(halfMonth + 2 * hourMs);
    await bench.settle();
    expect(await bench.change('free')).toMatchObject({ kind: 'changed', account: { planId: 'free', inactive: null } });
    expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
    const { data } = await bench.deps.stripe.invoices.list({ customer: await bench.customerId() });
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['paid', 'void']));
  });

  test('gives no credit for a month whose invoice is still a draft', async () => {
    const bench = await subscribed();
    bench.advance(halfMonth + hourMs / 2);
    await bench.change('free');
    bench.advance(3 * hourMs);
    expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
  });

  test('gives no credit for a payment that was refunded', async () => {
    const bench = await subscribed();
    const { data } = await bench.deps.stripe.charges.list({ customer: await bench.customerId() });
    await bench.deps.stripe.refunds.create({ charge: data[0]?.id ?? '' });
    await bench.change('free');
    expect(await bench.money()).toEqual({ paid: 0, credit: 0 });
  });

  test('works while the subscription is being renewed', async () => {
    const bench = await subscribed();
    bench.advance(halfMonth - 30_000);
    expect(await bench.change('free')).toMatchObject({ account: { planId: 'free' } });
    bench.advance(2 * hourMs);
    expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
  });

  test('gives up an upgrade that waits for its payment', async () => {
    const bench = await subscribed();
    await bench.setCard('is_declined');
    const url = await paymentPage(bench.change('business'));
    await bench.change('free');
    expect(() => bench.payInvoice(url)).toThrow();
    expect(await bench.money()).toEqual({ paid: 4_900, credit: half(4_900) });
  });

  test('of an account that does not pay is a plain change', async () => {
    const bench = await billingBench();
    await changePlan(bench.deps, byOperator(accountId), 'business');
    expect(await bench.change('free')).toMatchObject({ kind: 'changed', account: { planId: 'free' } });
  });
});

describe('refused', () => {
  test('a priced plan without a paid subscription needs a Checkout', async () => {
    const bench = await billingBench();
    await expect(bench.change('developer')).rejects.toMatchObject({ code: 'checkout_required' });
    await bench.subscribe('developer');
    await bench.setCard('is_declined');
    bench.advance(2 * halfMonth + 2 * hourMs);
    await expect(bench.change('business')).rejects.toMatchObject({ code: 'checkout_required' });
  });

  test('a plan that does not exist', async () => {
    const bench = await subscribed();
    await expect(bench.change('platinum')).rejects.toMatchObject({ code: 'unknown_plan' });
  });

  test('an upgrade of a subscription that is cancelled at Stripe meanwhile: the account is up to date after it', async () => {
    const bench = await subscribed();
    const { subscriptions } = bench.deps.stripe;
    const update = subscriptions.update.bind(subscriptions);
    subscriptions.update = async (...args: Parameters<typeof update>) => {
      await subscriptions.cancel(args[0]);
      return update(...args);
    };
    await expect(bench.change('business')).rejects.toMatchObject({ code: 'subscription_changed' });
    expect(await bench.account()).toMatchObject({ planId: 'free' });
  });

  test('the operator’s change while the account pays', async () => {
    const bench = await subscribed();
    await expect(changePlan(bench.deps, byOperator(accountId), 'scale')).rejects.toMatchObject({ code: 'subscribed' });
  });
});

test('a repeated request changes nothing after another change', async () => {
  const bench = await subscribed();
  const upgrade = () =>
    changePaidPlan(bench.deps, byCustomer(accountId, { key: 'one', request: 'upgrade' }), 'business');
  await upgrade();
  await bench.change('developer');
  const before = await bench.money();
  expect(await upgrade()).toMatchObject({ kind: 'changed', account: { planId: 'developer' } });
  expect(await bench.money()).toEqual(before);
});
