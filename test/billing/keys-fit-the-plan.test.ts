import { describe, expect, test } from '@jest/globals';
import { reconcileOne } from '../../src/billing/reconcile.ts';
import { listActiveKeys } from '../../src/directory/directory-reads.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { Plans } from '../../src/plans.ts';
import { dayMs } from '../../src/time.ts';
import { byCustomer } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const keysOf = (planId: string): number => plans.find(planId)?.keys ?? 0;

const create = ({ deps }: BillingBench, name: string) =>
  createKey({ ...deps, readCalls: async () => 0 }, byCustomer(accountId), { name });

const activeKeys = async ({ deps, account }: BillingBench) => listActiveKeys(deps.directory, await account());

/** Somebody changes the price in Stripe's dashboard. */
async function changeAtStripe({ deps, account }: BillingBench, planId: string): Promise<void> {
  const id = (await account()).billing?.subscriptionId ?? '';
  const { items } = await deps.stripe.subscriptions.retrieve(id);
  const { data } = await deps.stripe.prices.list({ active: true, limit: 100 });
  const price = data.find(({ metadata }) => metadata.planId === planId)?.id ?? '';
  await deps.stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', price }] });
}

test('a downgrade and fourteen new keys at once never leave more keys than are paid for', async () => {
  const bench = await billingBench();
  await bench.subscribe('scale');
  await bench.keys(keysOf('developer'));
  const requests = [
    bench.change('developer'),
    ...Array.from({ length: 14 }, (_, index) => create(bench, `new ${index}`)),
  ];
  await Promise.allSettled(requests);
  const { planId } = await bench.settle();
  expect((await activeKeys(bench)).length).toBeLessThanOrEqual(keysOf(planId));
});

test('while Stripe works on a downgrade, a key has to fit the smaller plan, and says so', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  await bench.keys(keysOf('developer'));
  const { subscriptions } = bench.deps.stripe;
  const update = subscriptions.update.bind(subscriptions);
  const refused: unknown[] = [];
  subscriptions.update = async (...args: Parameters<typeof update>) => {
    refused.push(await create(bench, 'meanwhile').catch((error: unknown) => error));
    return update(...args);
  };
  expect(await bench.change('developer')).toMatchObject({
    account: { planId: 'developer', billing: { intended: null } },
  });
  expect(refused).toEqual([expect.objectContaining({ code: 'key_limit_reached', allowed: keysOf('developer') })]);
});

test('an intended plan is given up after a crash, and keys fit the present plan again', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  await bench.keys(keysOf('developer'));
  const { subscriptions } = bench.deps.stripe;
  const update = subscriptions.update.bind(subscriptions);
  // The process dies before Stripe hears of it.
  subscriptions.update = () => new Promise(() => {});
  void bench.change('developer');
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  subscriptions.update = update;
  await expect(create(bench, 'too early')).rejects.toMatchObject({ code: 'key_limit_reached' });
  await expect(bench.change('scale')).rejects.toMatchObject({ code: 'account_busy' });
  bench.advance(3 * 60_000);
  expect(await bench.settle()).toMatchObject({ planId: 'business', billing: { intended: null } });
  await create(bench, 'later');
});

describe('a plan with fewer keys that was set at Stripe', () => {
  async function changed(): Promise<BillingBench> {
    const bench = await billingBench();
    await bench.subscribe('business');
    await bench.keys(keysOf('business'));
    await changeAtStripe(bench, 'developer');
    await bench.settle();
    return bench;
  }

  test('leads to a notice with an activity row, and after it the keys used most recently stay', async () => {
    const bench = await changed();
    const endsAt = bench.deps.clock() + 7 * dayMs;
    expect(await bench.account()).toMatchObject({
      planId: 'developer',
      inactive: null,
      billing: { excessKeys: { allowed: keysOf('developer'), endsAt } },
    });
    expect((await bench.activity()).map(({ action }) => action)).toContain('keys_exceed_plan');
    const keys = await activeKeys(bench);
    const used = keys.slice(2, 2 + keysOf('developer')).map(({ keyId }) => keyId);
    bench.advance(3_600_000);
    for (const keyId of used) bench.lastUsed.set(keyId, bench.deps.clock());
    expect(await reconcileOne(bench.deps, accountId, false)).toMatchObject({ excessKeys: 1, revokedKeys: 0 });
    expect(await activeKeys(bench)).toHaveLength(keysOf('business'));
    bench.advance(7 * dayMs);
    expect(await reconcileOne(bench.deps, accountId, false)).toMatchObject({
      revokedKeys: keysOf('business') - keysOf('developer'),
    });
    expect((await activeKeys(bench)).map(({ keyId }) => keyId)).toEqual(used);
    expect((await bench.account()).billing?.excessKeys).toBeNull();
  });

  test('ends nothing if the account fits again before', async () => {
    const bench = await changed();
    await changeAtStripe(bench, 'business');
    expect((await bench.settle()).billing?.excessKeys).toBeNull();
    bench.advance(8 * dayMs);
    expect(await reconcileOne(bench.deps, accountId, false)).toMatchObject({ revokedKeys: 0 });
    expect(await activeKeys(bench)).toHaveLength(keysOf('business'));
  });
});

test('a plan whose number of keys the operator lowers in the settings switches nobody off', async () => {
  const bench = await billingBench();
  await bench.subscribe('business');
  await bench.keys(keysOf('business'));
  const fewer = plans.all.map((plan) => (plan.id === 'business' ? { ...plan, keys: 2 } : plan));
  Object.assign(bench.deps, { plans: new Plans(fewer) });
  expect((await bench.settle()).billing?.excessKeys).toBeNull();
  bench.advance(20 * dayMs);
  await reconcileOne(bench.deps, accountId, false);
  expect(await activeKeys(bench)).toHaveLength(keysOf('business'));
});
