import { describe, expect, test } from '@jest/globals';
import { dayMs } from '../../src/time.ts';
import { type BillingBench, billingBench } from './billing-bench.ts';

/** What is left of a month of 30 days from the second day on. */
const rest = (sum: number): number => Math.round((sum * 29) / 30);

async function creditOf(planId = 'scale'): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe(planId);
  await bench.change('free');
  return bench;
}

const newestCharge = async ({ deps, customerId }: BillingBench, index = 0): Promise<string> =>
  (await deps.stripe.charges.list({ customer: await customerId() })).data[index]?.id ?? '';

const openInvoices = async ({ deps, customerId }: BillingBench) =>
  (await deps.stripe.invoices.list({ customer: await customerId(), status: 'open' })).data;

describe('credit, then a dispute', () => {
  test('takes the credit back, and gives it again if the dispute is won', async () => {
    const bench = await creditOf();
    expect((await bench.money()).credit).toBe(rest(249_900));
    const { id } = bench.fake.openDispute(await newestCharge(bench));
    expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: null });
    expect((await bench.money()).credit).toBe(0);
    bench.fake.closeDispute(id, 'won');
    await bench.settle();
    await bench.settle();
    expect((await bench.money()).credit).toBe(rest(249_900));
  });

  test('of credit that is spent makes the account inactive until the open invoice is paid', async () => {
    const bench = await creditOf();
    const charge = await newestCharge(bench);
    await bench.subscribe('business');
    bench.fake.openDispute(charge);
    expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: 'unpaid' });
    await expect(bench.change('scale')).rejects.toMatchObject({ code: 'payment_due' });
    await expect(bench.checkout('developer')).rejects.toMatchObject({ code: 'payment_due' });
    const [debt] = await openInvoices(bench);
    expect(debt?.amount_remaining).toBeGreaterThan(0);
    bench.payInvoice(debt?.hosted_invoice_url ?? '');
    expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
  });

  test('does not let the account get rid of the debt by credit of the money that is gone', async () => {
    const bench = await creditOf();
    const charge = await newestCharge(bench);
    await bench.subscribe('scale');
    bench.fake.openDispute(charge);
    await bench.settle();
    await bench.change('free');
    await bench.settle();
    await bench.settle();
    const { credit } = await bench.money();
    const owed = (await openInvoices(bench)).reduce((sum, one) => sum + one.amount_remaining, 0);
    // Two months of scale, of which a dispute took one: a day of each is used up.
    expect(credit - owed).toBeLessThanOrEqual(0);
    if (owed > 0) expect(await bench.account()).toMatchObject({ inactive: 'unpaid' });
  });

  test('takes everything, if all payments are disputed', async () => {
    const bench = await billingBench();
    await bench.subscribe('developer');
    bench.advance(5 * dayMs);
    await bench.change('business');
    bench.advance(5 * dayMs);
    await bench.change('free');
    for (const index of [0, 1]) bench.fake.openDispute(await newestCharge(bench, index));
    await bench.settle();
    expect((await bench.money()).credit).toBe(0);
    expect(await openInvoices(bench)).toEqual([]);
  });
});

describe('a refund', () => {
  test('of a part takes back that part of the credit, once, however often the account is settled', async () => {
    const bench = await creditOf('business');
    await bench.deps.stripe.refunds.create({ charge: await newestCharge(bench), amount: 24_950 });
    for (const _ of [1, 2, 3]) await bench.settle();
    expect(Math.abs((await bench.money()).credit - rest(49_900) / 2)).toBeLessThanOrEqual(1);
  });

  test('that fails gives the credit back', async () => {
    const bench = await creditOf('business');
    const refund = await bench.deps.stripe.refunds.create({ charge: await newestCharge(bench) });
    await bench.settle();
    expect((await bench.money()).credit).toBe(0);
    bench.fake.failRefund(refund.id);
    await bench.settle();
    expect((await bench.money()).credit).toBe(rest(49_900));
    expect((await bench.activity()).map(({ action }) => action)).toContain('refund_failed');
  });

  test('of a payment that led to no credit changes nothing', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    await bench.deps.stripe.refunds.create({ charge: await newestCharge(bench) });
    expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
    expect((await bench.money()).credit).toBe(0);
  });
});

test.each([true, false])(
  'a failure at any request is repaired by a repetition (carried out: %s)',
  async (isCarriedOut) => {
    let isDone = false;
    for (let request = 1; !isDone; request += 1) {
      const bench = await creditOf('business');
      bench.fake.openDispute(await newestCharge(bench));
      bench.failAt(request, isCarriedOut);
      const [first] = await Promise.allSettled([bench.settle()]);
      bench.failAt(undefined);
      isDone = first.status === 'fulfilled';
      await bench.settle();
      expect((await bench.money()).credit).toBe(0);
      const { data } = await bench.deps.stripe.invoices.list({ customer: await bench.customerId(), limit: 100 });
      expect(data.filter(({ metadata, status }) => metadata?.takesBack && status === 'paid')).toHaveLength(1);
    }
  },
);

describe('a plan that is taken up again on the same day', () => {
  test('is charged once for the day, by a change', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    bench.advance(3_600_000);
    for (const planId of ['developer', 'business', 'developer', 'business']) await bench.change(planId);
    const { paid, credit } = await bench.money();
    expect(Math.abs(paid - credit - 49_900)).toBeLessThan(5);
    expect(await bench.account()).toMatchObject({ planId: 'business' });
  });

  test.each([
    ['developer', 'business', 'developer', 'scale'],
    ['developer', 'business', 'developer', 'scale', 'developer', 'scale'],
  ])('is charged once for the day as a part of a larger one: %s', async (first, ...next) => {
    const bench = await billingBench();
    await bench.subscribe(first);
    for (const planId of next) {
      bench.advance(3 * 3_600_000);
      await bench.change(planId);
    }
    const { paid, credit } = await bench.money();
    const hours = 3 * (1 + next.indexOf('scale'));
    const monthHours = 30 * 24;
    const before = 4_900 * 3 + 49_900 * (hours - 3);
    const fair = (before + 249_900 * (monthHours - hours)) / monthHours;
    expect(Math.abs(paid - credit - fair)).toBeLessThan(5);
  });

  test('is charged once for the day, by a new subscription', async () => {
    const bench = await billingBench();
    await bench.subscribe('business');
    bench.advance(6 * 3_600_000);
    await bench.change('free');
    await bench.subscribe('business');
    await bench.change('free');
    const { paid, credit } = await bench.money();
    // A day of thirty.
    expect(Math.abs(paid - credit - 49_900 / 30)).toBeLessThan(60);
  });
});
