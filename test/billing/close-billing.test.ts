import { expect, test } from '@jest/globals';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { closeBilling } from '../../src/billing/close-billing.ts';
import { settleCustomer } from '../../src/billing/settle-account.ts';
import { dayMs } from '../../src/time.ts';
import { byCustomer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { accountId, type BillingBench, billingBench, email } from './billing-bench.ts';

const deletionDeps = ({ deps }: BillingBench) => ({
  ...deps,
  usage: { delete: async () => undefined },
  users: { signOut: async () => undefined, delete: async () => undefined },
  closeBilling: (account: Parameters<typeof closeBilling>[1]) => closeBilling(deps, account),
});

/** Deletions use expressions that the Directory in memory does not know. */
const benchOnTable = async (): Promise<BillingBench> => billingBench({ directory: await emptyDirectory() });

test('a deletion ends the subscription, closes the pages, and deletes the customer at Stripe', async () => {
  const bench = await benchOnTable();
  await bench.subscribe('business');
  bench.advance(15 * dayMs);
  const customerId = await bench.customerId();
  const { stripe } = bench.deps;
  await deleteAccount(deletionDeps(bench), byCustomer(accountId));
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
  expect(bench.logged.some((line) => line.includes('credit_left') && line.includes('23287'))).toBe(true);
  expect(await bench.deps.directory.get({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' })).toBeUndefined();
  await settleCustomer(bench.deps, customerId);
});

test('a deletion while billing is off does not forget the subscription', async () => {
  const bench = await benchOnTable();
  await bench.subscribe('business');
  const customerId = await bench.customerId();
  const withoutBilling = { ...deletionDeps(bench), closeBilling: undefined };
  await expect(deleteAccount(withoutBilling, byCustomer(accountId))).rejects.toThrow(/Add billing to the settings/);
  await deleteAccount(deletionDeps(bench), byCustomer(accountId));
  const { data } = await bench.deps.stripe.subscriptions.list({ customer: customerId, status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
});

test('a page that is open during the deletion cannot be paid', async () => {
  const bench = await benchOnTable();
  const { url } = await bench.checkout('business');
  await deleteAccount(deletionDeps(bench), byCustomer(accountId));
  expect(() => bench.pay(url)).toThrow();
});

test.each([true, false])(
  'a failure at any request to Stripe is repaired by a repetition (carried out: %s)',
  async (isCarriedOut) => {
    let isDone = false;
    for (let request = 1; !isDone; request += 1) {
      const bench = await billingBench();
      const account = await bench.subscribe('business');
      bench.failAt(request, isCarriedOut);
      const [first] = await Promise.allSettled([closeBilling(bench.deps, account)]);
      bench.failAt(undefined);
      isDone = first.status === 'fulfilled';
      await closeBilling(bench.deps, account);
      const customerId = account.billing?.customerId ?? '';
      expect(await bench.deps.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
      expect((await bench.deps.stripe.subscriptions.list({ customer: customerId })).data).toEqual([]);
    }
  },
);

test('a customer whose creation was not stored is found by the account’s address', async () => {
  const bench = await benchOnTable();
  const { id } = await bench.deps.stripe.customers.create({ email, metadata: { accountId } });
  const other = await bench.deps.stripe.customers.create({ email, metadata: { accountId: 'other' } });
  await deleteAccount(deletionDeps(bench), byCustomer(accountId));
  expect(await bench.deps.stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  expect(await bench.deps.stripe.customers.retrieve(other.id)).not.toMatchObject({ deleted: true });
});

test('with the API key of another mode the deletion waits, rather than leave a subscription behind', async () => {
  const bench = await benchOnTable();
  await bench.subscribe('business');
  const { stripe } = (await billingBench()).deps;
  Object.assign(bench.deps, { stripe });
  await expect(deleteAccount(deletionDeps(bench), byCustomer(accountId))).rejects.toMatchObject({
    code: 'customer_missing',
  });
});
