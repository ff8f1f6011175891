import { expect, test } from '@jest/globals';
import { billingSummary, refreshSummary } from '../../src/billing/billing-summary.ts';
import { listInvoices } from '../../src/billing/list-invoices.ts';
import { dayMs } from '../../src/time.ts';
import { accountId, type BillingBench, billingBench, startedAt } from './billing-bench.ts';

/** What is kept after an event, without the time at which it was read. */
async function summary({ deps, account }: BillingBench) {
  await refreshSummary(deps, await account());
  const { readAt: _, ...shown } = await billingSummary(deps, accountId);
  return shown;
}

const none = {
  state: 'none',
  planId: 'free',
  trialEndsAt: null,
  graceEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: null,
  credit: 0,
  currency: 'usd',
};

test('the summary from the first payment to the end', async () => {
  const bench = await billingBench();
  expect(await summary(bench)).toEqual(none);
  const { url } = await bench.checkout('developer');
  expect(await summary(bench)).toEqual(none);
  bench.pay(url);
  await bench.settle();
  const nextInvoice = { at: startedAt + 30 * dayMs, amount: 4_900, currency: 'usd' };
  const paid = { ...none, state: 'paid', planId: 'developer', nextInvoice };
  expect(await summary(bench)).toEqual(paid);

  bench.advance(15 * dayMs);
  await bench.setCard('is_declined');
  await bench.change('business');
  const paymentUrl = expect.stringContaining('/invoice/');
  const expiresAt = bench.deps.clock() + 23 * 3_600_000;
  expect(await summary(bench)).toMatchObject({
    ...paid,
    nextInvoice: { at: nextInvoice.at },
    pendingPlan: { planId: 'business', paymentUrl, expiresAt },
  });

  bench.advance(16 * dayMs);
  await bench.settle();
  const openInvoice = { amount: 4_900, currency: 'usd', paymentUrl };
  const failed = { ...paid, state: 'failed', openInvoice, nextInvoice: null };
  expect(await summary(bench)).toEqual({ ...failed, graceEndsAt: expect.any(Number) });
  bench.advance(8 * dayMs);
  await bench.settle();
  expect(await summary(bench)).toEqual({ ...failed, state: 'unpaid' });
  await bench.change('free');
  expect(await summary(bench)).toEqual(none);
});

test('the summary of a trial, and of credit', async () => {
  const bench = await billingBench({ settings: { trialDays: 14 } });
  await bench.subscribe('business');
  const trialEndsAt = startedAt + 14 * dayMs;
  expect(await summary(bench)).toMatchObject({ state: 'trialing', trialEndsAt, nextInvoice: { at: trialEndsAt } });
  expect((await bench.account()).billing?.trialEndsAt).toBe(trialEndsAt);
  bench.advance(15 * dayMs);
  await bench.settle();
  expect((await bench.account()).billing?.trialEndsAt).toBeNull();
  await bench.change('free');
  expect(await summary(bench)).toMatchObject({ state: 'none', credit: (await bench.money()).credit });
  expect((await bench.money()).credit).toBeGreaterThan(40_000);
});

test('invoices newest first, page by page, without drafts', async () => {
  const bench = await billingBench();
  const page = (limit: number, cursor?: string) => listInvoices(bench.deps, accountId, { limit, cursor });
  expect(await page(10)).toEqual({ invoices: [], nextCursor: undefined });
  await bench.subscribe('developer');
  for (let month = 0; month < 3; month += 1) bench.advance(31 * dayMs);
  const { invoices } = await page(10);
  expect(invoices.length).toBe(4);
  expect(invoices.map(({ at }) => at)).toEqual(invoices.map(({ at }) => at).toSorted((one, other) => other - one));
  expect(invoices[0]).toMatchObject({ amount: 4_900, currency: 'usd', status: 'paid', paymentUrl: null });
  expect(invoices.every(({ number, pdfUrl }) => number && pdfUrl)).toBe(true);
  const first = await page(3);
  const second = await page(3, first.nextCursor);
  expect([...first.invoices, ...second.invoices]).toEqual(invoices);
  expect(second.nextCursor).toBeUndefined();
  await expect(page(3, 'in_unknown')).rejects.toMatchObject({ code: 'invalid_cursor' });
});
