import { describe, expect, test } from '@jest/globals';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { beginDeletion } from '../../src/accounts/delete-account.ts';
import { byCustomer, byOperator } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { plans } from '../support/settings.ts';
import { accountId, billingBench, startedAt } from './billing-bench.ts';

const hourMs = 3_600_000;

test('a paid Checkout gives the plan, and each change is told once', async () => {
  const bench = await billingBench({ directory: await emptyDirectory() });
  const page = await bench.checkout('developer');
  expect(page.expiresAt).toBe(startedAt + hourMs);
  bench.pay(page.url);
  expect(await bench.settle()).toMatchObject({ planId: 'developer', inactive: null });
  await bench.settle();
  expect(await bench.activity()).toMatchObject([
    { action: 'account_created' },
    { action: 'plan_changed', planId: 'developer' },
    { action: 'payment_received', amount: 4_900, currency: 'usd' },
  ]);
  expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
});

test('a declined card changes nothing, and the same page takes another one', async () => {
  const bench = await billingBench();
  const { url } = await bench.checkout('developer');
  expect(bench.pay(url, 'is_declined')).toEqual({ kind: 'declined' });
  expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: null });
  bench.pay(url);
  expect(await bench.settle()).toMatchObject({ planId: 'developer' });
  expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
});

test('a page can no longer be paid once a newer one is handed out', async () => {
  const bench = await billingBench();
  const first = await bench.checkout('developer');
  const second = await bench.checkout('business');
  expect(() => bench.pay(first.url)).toThrow('expired');
  bench.pay(second.url);
  expect(await bench.settle()).toMatchObject({ planId: 'business' });
});

test('of many pages opened at once, one at most can be paid', async () => {
  const bench = await billingBench({ directory: await emptyDirectory() });
  const opened = await Promise.allSettled(['developer', 'business', 'scale', 'developer'].map(bench.checkout));
  const pages = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value.url] : []));
  const refusals = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refusals.filter((code) => code !== 'account_busy')).toEqual([]);
  const paid = pages.filter((url) => {
    try {
      return bench.pay(url).kind === 'done';
    } catch {
      return false;
    }
  });
  expect(paid.length).toBe(1);
  const { data } = await bench.deps.stripe.subscriptions.list({ customer: await bench.customerId() });
  expect(data.length).toBe(1);
});

describe('refused before anything is paid', () => {
  test('a plan without a price, one that does not exist, and one that only the operator gives', async () => {
    const bench = await billingBench();
    for (const planId of ['free', 'platinum']) {
      await expect(bench.checkout(planId)).rejects.toMatchObject({ code: 'unknown_plan' });
    }
    expect((await bench.account()).billing).toBeNull();
  });

  test('too many keys', async () => {
    const bench = await billingBench();
    await changePlan(bench.deps, byOperator(accountId), 'business');
    await bench.keys((plans.find('developer')?.keys ?? 0) + 1);
    await expect(bench.checkout('developer')).rejects.toMatchObject({ code: 'too_many_keys' });
    await expect(bench.checkout('business')).resolves.toBeDefined();
  });

  test('a second subscription, before and after the account knows of the first', async () => {
    const bench = await billingBench();
    bench.pay((await bench.checkout('developer')).url);
    await expect(bench.checkout('business')).rejects.toMatchObject({ code: 'already_subscribed' });
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
    await expect(bench.checkout('business')).rejects.toMatchObject({ code: 'already_subscribed' });
  });

  test('a catalogue without the price', async () => {
    const bench = await billingBench();
    const settings = { ...bench.deps.settings, currency: 'eur' };
    Object.assign(bench.deps, { settings });
    await expect(bench.checkout('developer')).rejects.toThrow('billing sync');
  });
});

test('a page whose account is deleted while it is opened cannot be paid', async () => {
  const bench = await billingBench();
  const { directory, stripe } = bench.deps;
  const create = stripe.checkout.sessions.create.bind(stripe.checkout.sessions);
  let id = '';
  stripe.checkout.sessions.create = async (...args: Parameters<typeof create>) => {
    const session = await create(...args);
    id = session.id;
    await beginDeletion({ directory, clock: bench.deps.clock }, byCustomer(accountId));
    return session;
  };
  await expect(bench.checkout('developer')).rejects.toMatchObject({ code: 'account_deleted' });
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
});

test('an older Checkout leaves alone what a declined card left on the page of a newer one', async () => {
  const directory = memoryDirectory();
  const bench = await billingBench({ directory });
  const { transact } = directory;
  const { sessions } = bench.deps.stripe.checkout;
  const list = sessions.list.bind(sessions);
  let newer = '';
  directory.transact = async (writes) => {
    await transact(writes);
    if ((await bench.account()).billing?.checkouts !== 1) return;
    directory.transact = transact;
    newer = (await bench.checkout('business')).url;
    bench.pay(newer, 'is_declined');
    // The older one has listed the open pages before that: there were none.
    sessions.list = (params) => list({ ...params, status: 'expired' });
  };
  await expect(bench.checkout('developer')).rejects.toMatchObject({ code: 'account_busy' });
  bench.pay(newer);
  expect(await bench.settle()).toMatchObject({ planId: 'business', inactive: null });
});

test('only the first subscription of an account has a trial', async () => {
  const bench = await billingBench({ settings: { trialDays: 14 } });
  await bench.subscribe('developer');
  expect(await bench.money()).toEqual({ paid: 0, credit: 0 });
  await bench.change('free');
  await bench.subscribe('developer');
  expect(await bench.money()).toEqual({ paid: 4_900, credit: 0 });
});

test('a customer deleted at Stripe is replaced, and one that Stripe does not know is an error', async () => {
  const bench = await billingBench();
  await bench.subscribe('developer');
  const deleted = await bench.customerId();
  await bench.deps.stripe.customers.del(deleted);
  expect(await bench.settle()).toMatchObject({ planId: 'free', inactive: null });
  expect(await bench.subscribe('business')).toMatchObject({ planId: 'business' });
  expect(await bench.customerId()).not.toBe(deleted);

  const other = await billingBench();
  Object.assign(bench.deps, { stripe: other.deps.stripe });
  await expect(bench.settle()).rejects.toMatchObject({ code: 'customer_missing' });
  expect(await bench.account()).toMatchObject({ planId: 'business' });
});
