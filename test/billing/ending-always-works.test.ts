import { describe, expect, test } from '@jest/globals';
import { closeBilling } from '../../src/billing/close-billing.ts';
import { endSubscription } from '../../src/billing/end-subscription.ts';
import { dayMs } from '../../src/time.ts';
import { byOperator } from '../support/change-requests.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const refusal = {
  body: {
    type: 'invalid_request_error' as const,
    code: 'customer_tax_location_invalid',
    message: 'The tax of the address is unknown.',
  },
};

/** Every operation on the way to an end that Stripe can refuse, but for the end itself. */
const refusable = [
  'POST /v1/invoices/:id/finalize',
  'POST /v1/invoices/:id/void',
  'POST /v1/invoices/:id/pay',
  'POST /v1/invoices/:id',
  'POST /v1/customers/:id/balance_transactions',
  'GET /v1/customers/:id/balance_transactions',
];

/** Half an hour after a renewal, whose invoice is a draft. */
async function renewed(): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe('business');
  bench.advance(30 * dayMs + 1_800_000);
  await bench.settle();
  return bench;
}

/** The invoice of the second month could not be charged. */
async function failed(): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe('business');
  await bench.setCard('is_declined');
  bench.advance(31 * dayMs);
  await bench.settle();
  return bench;
}

const ways: readonly (readonly [string, (bench: BillingBench) => Promise<unknown>])[] = [
  ['the free plan', (bench) => bench.change('free')],
  ['the operator’s command', (bench) => endSubscription(bench.deps, byOperator(accountId))],
  ['a deletion', async (bench) => closeBilling(bench.deps, await bench.account())],
];

const isOver = async (bench: BillingBench, customer: string): Promise<void> => {
  const { data } = await bench.deps.stripe.subscriptions.list({ customer, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
  const before = (await bench.deps.stripe.charges.list({ customer, limit: 100 })).data.length;
  bench.advance(3 * dayMs);
  expect((await bench.deps.stripe.charges.list({ customer, limit: 100 })).data).toHaveLength(before);
};

for (const [name, end] of ways) {
  describe(`${name} ends the subscription`, () => {
    test.each(refusable)('although Stripe refuses %s', async (operation) => {
      for (const start of [renewed, failed]) {
        const bench = await start();
        const customer = await bench.customerId();
        bench.fake.refuse(operation, refusal);
        await end(bench);
        bench.fake.refuse(operation, null);
        await isOver(bench, customer);
      }
    });

    test('in the minute before a renewal', async () => {
      const bench = await billingBench();
      await bench.subscribe('business');
      const customer = await bench.customerId();
      bench.advance(30 * dayMs - 30_000);
      await end(bench);
      await isOver(bench, customer);
    });
  });
}

test('a change of plan says why an invoice that cannot be finalized keeps it from being charged', async () => {
  const bench = await renewed();
  bench.fake.refuse('POST /v1/invoices/:id/finalize', refusal);
  await expect(bench.change('scale')).rejects.toMatchObject({ code: 'address_refused' });
  expect(await bench.account()).toMatchObject({ planId: 'business', billing: { intended: null } });
});

test('a payment after the deletion began is refunded', async () => {
  const bench = await billingBench();
  const { url } = await bench.checkout('scale');
  const account = { ...(await bench.account()), deletingSince: bench.deps.clock() };
  bench.advance(60_000);
  bench.pay(url);
  const { customerId = '' } = account.billing ?? {};
  await closeBilling(bench.deps, account);
  await closeBilling(bench.deps, account);
  const { data } = await bench.deps.stripe.charges.list({ customer: customerId });
  expect(data.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[249_900, 249_900]]);
  expect(await bench.deps.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
});
