import { describe, expect, test } from '@jest/globals';
import { billingSummary } from '../../src/billing/billing-summary.ts';
import { endGracePeriods } from '../../src/billing/grace-periods.ts';
import { dayMs } from '../../src/time.ts';
import { accountId, type BillingBench, billingBench, startedAt } from './billing-bench.ts';

const hourMs = 3_600_000;
/** The renewal, and the hour for which its invoice is a draft. */
const renewedMs = 30 * dayMs + hourMs;
const failedAt = startedAt + renewedMs;
const noDeadline = Number.POSITIVE_INFINITY;

/** The second month could not be charged. */
async function failed(options: Parameters<typeof billingBench>[0] = {}): Promise<BillingBench> {
  const bench = await billingBench(options);
  await bench.subscribe('business');
  await bench.setCard('is_declined');
  bench.advance(renewedMs);
  expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
  return bench;
}

const openInvoice = async (bench: BillingBench): Promise<string> =>
  (await billingSummary(bench.deps, accountId)).openInvoice?.paymentUrl ?? 'none';

const graceEnds = (bench: BillingBench) => endGracePeriods(bench.deps, noDeadline);

test('the plan stays for the grace period, then the account has none, and a payment brings it back', async () => {
  const bench = await failed();
  expect((await bench.account()).billing).toMatchObject({ graceEndsAt: failedAt + 7 * dayMs });
  bench.advance(7 * dayMs - 1);
  expect(await graceEnds(bench)).toEqual({ ended: 0, failed: 0 });
  bench.advance(1);
  expect(await graceEnds(bench)).toEqual({ ended: 1, failed: 0 });
  expect(await bench.account()).toMatchObject({
    planId: 'business',
    inactive: 'unpaid',
    billing: { graceEndsAt: null },
  });
  expect(await graceEnds(bench)).toEqual({ ended: 0, failed: 0 });
  bench.payInvoice(await openInvoice(bench));
  expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
  expect((await bench.activity()).map(({ action }) => action)).toEqual([
    'account_created',
    'plan_changed',
    'payment_received',
    'payment_failed',
    'plan_ended',
    'plan_restored',
    'payment_received',
  ]);
});

test('a payment within the grace period ends it', async () => {
  const bench = await failed();
  bench.payInvoice(await openInvoice(bench));
  expect(await bench.settle()).toMatchObject({ inactive: null, billing: { graceEndsAt: null } });
  bench.advance(8 * dayMs);
  expect(await graceEnds(bench)).toEqual({ ended: 0, failed: 0 });
  expect(await bench.account()).toMatchObject({ planId: 'business', inactive: null });
});

test('a row of a grace period that a restore brought back is removed', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  const row = { pk: 'GRACE', sk: accountId };
  await bench.deps.directory.put({ ...row, accountId, endsAt: startedAt });
  await graceEnds(bench);
  expect(await bench.deps.directory.get(row)).toBeUndefined();
  expect(await bench.account()).toMatchObject({ planId: 'business', inactive: null });
});

describe('while Stripe cannot be reached', () => {
  const outage = { kind: 'refused', until: noDeadline } as const;

  test('the grace period ends on time, and an account that has paid gets its plan back later', async () => {
    const bench = await failed();
    bench.payInvoice(await openInvoice(bench));
    bench.advance(7 * dayMs);
    bench.api.setOutage(outage);
    expect(await graceEnds(bench)).toEqual({ ended: 0, failed: 1 });
    expect(await bench.account()).toMatchObject({ inactive: 'unpaid' });
    await graceEnds(bench);
    bench.api.setOutage(undefined);
    expect(await graceEnds(bench)).toEqual({ ended: 1, failed: 0 });
    expect(await bench.account()).toMatchObject({ inactive: null, billing: { graceEndsAt: null } });
  });

  test('an account in its grace period, or one that has paid, keeps its plan', async () => {
    const bench = await failed();
    bench.api.setOutage(outage);
    await expect(bench.settle()).rejects.toMatchObject({ code: 'billing_unavailable' });
    await graceEnds(bench);
    expect(await bench.account()).toMatchObject({ inactive: null });
  });
});

describe('after the last try to charge the card', () => {
  test('a subscription that Stripe cancels: the free plan, and nothing can be paid any more', async () => {
    const bench = await failed({ retries: 'cancel' });
    const url = await openInvoice(bench);
    bench.advance(15 * dayMs);
    expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: null, billing: { subscriptionId: null } });
    expect(() => bench.payInvoice(url)).toThrow();
  });

  test('too many keys for the free plan: none until they fit', async () => {
    const bench = await failed({ retries: 'cancel' });
    await bench.keys(4);
    bench.advance(15 * dayMs);
    expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: 'too_many_keys' });
    expect(await bench.subscribe('business')).toMatchObject({ planId: 'business', inactive: null });
  });

  test.each(['unpaid', 'past_due'] as const)(
    'a subscription that stays %s: no plan until it is paid',
    async (retries) => {
      const bench = await failed({ retries });
      bench.advance(15 * dayMs);
      expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: 'unpaid' });
      bench.payInvoice(await openInvoice(bench));
      expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
    },
  );
});

test('a new Checkout ends the unpaid subscription first, so that only one is ever paid', async () => {
  const bench = await failed();
  const old = await openInvoice(bench);
  const page = await bench.checkout('developer');
  expect(() => bench.payInvoice(old)).toThrow();
  expect(await bench.account()).toMatchObject({ planId: 'free' });
  bench.pay(page.url);
  expect(await bench.settle()).toMatchObject({ planId: 'developer', inactive: null });
  expect(await bench.money()).toEqual({ paid: 49_900 + 4_900, credit: 0 });
});

test('refunds and disputes are told once, and the plan stays', async () => {
  const bench = await billingBench();
  await bench.subscribe('developer');
  const { data } = await bench.deps.stripe.charges.list({ customer: await bench.customerId() });
  const charge = data[0]?.id ?? '';
  await bench.deps.stripe.refunds.create({ charge, amount: 1_000 });
  await bench.settle();
  await bench.deps.stripe.refunds.create({ charge, amount: 500 });
  bench.fake.openDispute(charge);
  await bench.settle();
  expect(await bench.settle()).toMatchObject({ planId: 'developer', inactive: null });
  expect((await bench.activity()).slice(3)).toEqual([
    { action: 'payment_refunded', amount: 1_000, currency: 'usd', chargeId: charge },
    { action: 'payment_refunded', amount: 500, currency: 'usd', chargeId: charge },
    { action: 'payment_disputed', amount: 4_900, currency: 'usd', chargeId: charge },
  ]);
});
