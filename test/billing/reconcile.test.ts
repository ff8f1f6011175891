import { describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { billingSummary } from '../../src/billing/billing-summary.ts';
import { isReconciliationUnfinished, reconcile, reconcileOne } from '../../src/billing/reconcile.ts';
import { kindOfRow } from '../../src/restore/row-kind.ts';
import { createDirectory, createScan } from '../../src/table/directory-table.ts';
import { dayMs } from '../../src/time.ts';
import { customer } from '../support/change-requests.ts';
import { documentClient, makeTable } from '../support/dynamodb.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const one = (bench: BillingBench, dryRun = false) => reconcileOne(bench.deps, accountId, dryRun);

/** A subscription that nobody ordered here, as somebody could make it at Stripe. */
async function subscribeAtStripe({ fake, customerId, deps }: BillingBench, planId: string): Promise<string> {
  const prices = await deps.stripe.prices.list({ product: `sluice-${planId}` });
  const { data } = await deps.stripe.subscriptions.list({ customer: await customerId() });
  const params = {
    customer: await customerId(),
    items: [{ price: prices.data[0]?.id ?? '' }],
    default_payment_method: data[0]?.default_payment_method,
  };
  const { body } = fake.call({ method: 'POST', path: '/v1/subscriptions', params });
  return String(Reflect.get(Object(body), 'id'));
}

describe('differences', () => {
  test('a payment whose events were lost: reported by a dry run, repaired once', async () => {
    const bench = await billingBench();
    bench.pay((await bench.checkout('business')).url);
    const before = await bench.account();
    expect(await one(bench, true)).toMatchObject({ checked: 1, repaired: 1, accountsPerPlan: { business: 1 } });
    expect(await bench.account()).toEqual(before);
    expect(await one(bench)).toMatchObject({ repaired: 1, monthlyRevenue: { usd: 49_900 } });
    expect(await bench.account()).toMatchObject({ planId: 'business' });
    expect(await one(bench)).toMatchObject({ checked: 1, repaired: 0, failed: 0, accountsPerPlan: { business: 1 } });
  });

  test('a subscription that was cancelled at Stripe', async () => {
    const bench = await billingBench();
    const { billing } = await bench.subscribe('business');
    await bench.deps.stripe.subscriptions.cancel(billing?.subscriptionId ?? '');
    expect(await one(bench)).toMatchObject({ repaired: 1, accountsPerPlan: { free: 1 }, monthlyRevenue: {} });
    expect(await bench.account()).toMatchObject({ planId: 'free' });
  });

  test('a failed payment begins the grace period, and the report counts it', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    await bench.setCard('is_declined');
    bench.advance(31 * dayMs);
    expect(await one(bench)).toMatchObject({ repaired: 1, inGrace: 1, unpaid: 0, monthlyRevenue: {} });
    bench.advance(8 * dayMs);
    expect(await one(bench)).toMatchObject({ repaired: 1, inGrace: 0, unpaid: 1 });
  });

  test('an old page and an old address at Stripe', async () => {
    const bench = await billingBench();
    const { url } = await bench.checkout('business');
    const { stripe } = bench.deps;
    await stripe.customers.update(await bench.customerId(), { email: 'old@example.com' });
    await one(bench);
    expect(await stripe.customers.retrieve(await bench.customerId())).toMatchObject({ email: 'ada@example.com' });
    bench.pay(url);
    expect(await bench.settle()).toMatchObject({ planId: 'business' });
  });
});

describe('a second subscription', () => {
  test('was refunded: the customer still gets credit for the rest of the month of their own one', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    await subscribeAtStripe(bench, 'developer');
    await one(bench);
    bench.advance(dayMs);
    await bench.change('free');
    const { paid, credit } = await bench.money();
    expect(paid).toBe(49_900);
    expect(credit).toBe(Math.round((49_900 * 28) / 30));
  });

  test('is ended although its payment is disputed, which Stripe does not refund', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    const second = await subscribeAtStripe(bench, 'developer');
    const { data } = await bench.deps.stripe.charges.list({ customer: await bench.customerId(), limit: 1 });
    bench.fake.openDispute(data[0]?.id ?? '');
    expect(await one(bench)).toMatchObject({ duplicates: 1, refunded: 0, failed: 0 });
    expect(await bench.deps.stripe.subscriptions.retrieve(second)).toMatchObject({ status: 'canceled' });
  });

  test('is cancelled and refunded, with an alarm; the plan stays', async () => {
    const bench = await billingBench();
    await bench.subscribe('developer');
    const second = await subscribeAtStripe(bench, 'business');
    expect(await bench.settle()).toMatchObject({ planId: 'developer' });
    expect(await one(bench, true)).toMatchObject({ duplicates: 1, refunded: 1 });
    expect(await one(bench)).toMatchObject({ duplicates: 1, refunded: 1, monthlyRevenue: { usd: 4_900 } });
    expect(await bench.deps.stripe.subscriptions.retrieve(second)).toMatchObject({ status: 'canceled' });
    expect(await bench.account()).toMatchObject({ planId: 'developer', inactive: null });
    expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
    expect(await one(bench)).toMatchObject({ duplicates: 0, refunded: 0 });
    expect(bench.logged.some((line) => line.includes('duplicate_subscription'))).toBe(true);
  });

  test('paid from credit: the credit is given back, once', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    bench.advance(15 * dayMs);
    await bench.change('developer');
    const { credit } = await bench.money();
    await subscribeAtStripe(bench, 'developer');
    expect(await bench.money()).toMatchObject({ credit: credit - 4_900 });
    const { subscriptions } = bench.deps.stripe;
    const cancel = subscriptions.cancel.bind(subscriptions);
    subscriptions.cancel = async () => {
      throw new Error('killed');
    };
    expect(await one(bench)).toMatchObject({ failed: 1 });
    subscriptions.cancel = cancel;
    bench.advance(2 * dayMs);
    expect(await one(bench)).toMatchObject({ duplicates: 1, failed: 0 });
    expect(await bench.money()).toEqual({ paid: 49_900, credit });
  });
});

test('an invoice that is paid after its subscription was cancelled at Stripe is refunded', async () => {
  const bench = await billingBench();
  const { billing } = await bench.subscribe('developer');
  await bench.setCard('is_declined');
  bench.advance(31 * dayMs);
  await bench.settle();
  const { openInvoice } = await billingSummary(bench.deps, accountId);
  await bench.deps.stripe.subscriptions.cancel(billing?.subscriptionId ?? '');
  bench.advance(60_000);
  bench.payInvoice(openInvoice?.paymentUrl ?? '');
  expect(await one(bench)).toMatchObject({ repaired: 1, duplicates: 0, refunded: 1 });
  expect(await one(bench)).toMatchObject({ repaired: 0, refunded: 0 });
  expect(await bench.account()).toMatchObject({ planId: 'free' });
  expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
});

test('a price that names no plan of the settings: the plan stays, and it is reported', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  const { items } = await bench.deps.stripe.subscriptions.retrieve(
    (await bench.account()).billing?.subscriptionId ?? '',
  );
  await bench.deps.stripe.prices.update(items.data[0]?.price.id ?? '', { metadata: { planId: 'other' } });
  expect(await one(bench)).toMatchObject({ unknownPrices: 1, repaired: 0, accountsPerPlan: { business: 1 } });
});

test('an account that fails is reported and logged', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  bench.api.setOutage({ kind: 'error', until: Number.POSITIVE_INFINITY });
  expect(await one(bench)).toMatchObject({ checked: 1, failed: 1, accountsPerPlan: { business: 1 } });
  expect(bench.logged.some((line) => line.includes('reconciliation_failed'))).toBe(true);
});

test('a pass over all accounts goes on where its deadline stopped it, and reports all of them', async () => {
  const table = await makeTable(true);
  const bench = await billingBench({ directory: createDirectory(documentClient(), table) });
  await bench.subscribe('business');
  for (const name of ['beta', 'gamma', 'delta', 'epsilon', 'zeta']) {
    await registerAccount(bench.deps, { accountId: name, email: `${name}@example.com`, planId: 'free' }, customer);
  }
  const deps = { ...bench.deps, scan: createScan(documentClient(), table, 5) };
  const whole = await reconcile(deps);
  expect(whole).toMatchObject({ isComplete: true, report: { checked: 1, accountsPerPlan: { business: 1, free: 5 } } });

  let runs = 1;
  let last = await reconcile(deps, { resume: true, deadline: 0 });
  while (!last.isComplete && runs < 100) {
    expect(await isReconciliationUnfinished(deps)).toBe(true);
    // A copy of the table can be restored at any time.
    const { items } = await createScan(documentClient(), table, 1_000)(undefined);
    expect(new Set(items.map(kindOfRow))).toEqual(new Set(['Directory']));
    last = await reconcile(deps, { resume: true, deadline: 0 });
    runs += 1;
  }
  expect(runs).toBeGreaterThan(2);
  expect(last).toEqual(whole);
  expect(await isReconciliationUnfinished(deps)).toBe(false);
});
