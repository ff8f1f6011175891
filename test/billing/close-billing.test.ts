import { expect, test } from '@jest/globals';
import { beginDeletion, deleteAccount } from '../../src/accounts/delete-account.ts';
import { finishDeletion } from '../../src/accounts/finish-deletion.ts';
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
  expect(bench.logged.some((line) => line.includes('credit_left') && line.includes('24950'))).toBe(true);
  expect(await bench.deps.directory.get({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' })).toBeUndefined();
  await settleCustomer(bench.deps, customerId);
});

test('a page that is open during the deletion cannot be paid', async () => {
  const bench = await benchOnTable();
  const { url } = await bench.checkout('business');
  await deleteAccount(deletionDeps(bench), byCustomer(accountId));
  expect(() => bench.pay(url)).toThrow();
});

test('a deletion that fails at any request to Stripe is finished by a repetition', async () => {
  for (let step = 1; ; step += 1) {
    const bench = await benchOnTable();
    await bench.subscribe('business');
    const customerId = await bench.customerId();
    await beginDeletion(bench.deps, byCustomer(accountId));
    bench.failAt(step);
    const [first] = await Promise.allSettled([finishDeletion(deletionDeps(bench), accountId)]);
    bench.failAt(undefined);
    if (first.status === 'rejected') await finishDeletion(deletionDeps(bench), accountId);
    expect(await bench.deps.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    if (first.status === 'fulfilled') break;
  }
});

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
