import { beforeEach, describe, expect, test } from '@jest/globals';
import { findAccount, registerAccount } from '../../src/accounts/accounts.ts';
import { changePlan } from '../../src/accounts/change-plan.ts';
import { recordShardsOf } from '../../src/accounts/record-shards.ts';
import { suspendAccount } from '../../src/accounts/suspend.ts';
import { accountItemKey } from '../../src/keys/directory.ts';
import { plans } from '../../src/plans/plans.ts';
import type { Directory } from '../../src/table/directory.ts';
import { newKey } from '../keys/new-key.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;

const register = (planId: string) =>
  registerAccount(directory, { accountId: 'acme', email: 'a@b.example', planId }, clock);
const change = (planId: string) => changePlan(directory, 'acme', planId);
const shards = async () => recordShardsOf(await findAccount(directory, 'acme'));

/** Makes the account one from before there were shards. */
async function forget(): Promise<void> {
  const { recordShards, ...older } = await findAccount(directory, 'acme');
  await directory.put({ ...accountItemKey('acme'), ...older });
}

beforeEach(async () => {
  directory = await emptyDirectory();
});

describe('an account knows over how many partitions its records may be spread', () => {
  test.each(plans.map(({ id }) => [id, id === 'scale' ? 4 : 1] as const))(
    'made on %s: %i',
    async (planId, expected) => {
      await register(planId);
      expect(await shards()).toBe(expected);
    },
  );

  test('from the moment its plan spreads them on, and for good', async () => {
    await register('free');
    expect((await change('scale')).recordShards).toBe(4);
    // On its item, too: the plan may be one that is no more when somebody asks.
    expect((await findAccount(directory, 'acme')).recordShards).toBe(4);
    for (const planId of ['free', 'business', 'developer']) expect(recordShardsOf(await change(planId))).toBe(4);
    expect(await shards()).toBe(4);
  });

  test('while it is suspended, and when its plan is changed meanwhile', async () => {
    await register('scale');
    expect(recordShardsOf(await suspendAccount(directory, 'acme'))).toBe(4);
    await change('free');
    expect(await shards()).toBe(4);
  });

  test('also when it is older than the shards: on its plan, suspended, and once it has left it', async () => {
    await register('scale');
    await forget();
    expect(await shards()).toBe(4);
    await suspendAccount(directory, 'acme');
    expect(await shards()).toBe(4);
    await forget();
    await change('free');
    expect(await shards()).toBe(4);
    await forget();
    expect(await shards()).toBe(1);
  });

  test('and keeps it through changes of its keys', async () => {
    await register('scale');
    await change('free');
    await newKey(directory, 'acme', 'one', clock);
    expect(await shards()).toBe(4);
  });
});

test('a plan whose rate has been raised since is counted as it is now, and one that is no more as it was', () => {
  expect(recordShardsOf({ planId: 'scale', recordShards: 2 })).toBe(4);
  expect(recordShardsOf({ planId: 'free', recordShards: 2 })).toBe(2);
  expect(recordShardsOf({ planId: 'platinum', recordShards: 8 })).toBe(8);
});
