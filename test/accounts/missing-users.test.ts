import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedPool, servePool } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { needsUser } from '../../src/accounts/missing-users.ts';
import { dayMs } from '../../src/time.ts';
import { SweepWorld } from './sweep-world.ts';

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(() => pool.stop());

/** Accounts that are old enough to be looked at; the first `missing` ones have no user. */
async function accountsOf(count: number, missing: number): Promise<SweepWorld> {
  const world = await SweepWorld.start(pool);
  for (let number = 0; number < count; number += 1) await world.newAccount();
  for (const account of world.accounts.slice(0, missing)) await world.deleteUser(account);
  world.nextDay();
  return world;
}

const statesOf = (world: SweepWorld) => Promise.all(world.accounts.map((account) => world.stateOf(account)));
const suspended = async (world: SweepWorld) => (await statesOf(world)).filter((state) => state === 'suspended').length;

describe('accounts whose user is gone', () => {
  test('are suspended, up to ten of any number', async () => {
    const world = await accountsOf(12, 10);
    expect(await world.sweep()).toBe(1);
    expect(await suspended(world)).toBe(10);
    // They are not counted again by the next run.
    for (const account of world.accounts.slice(10)) await world.deleteUser(account);
    expect(await world.sweep()).toBe(0);
    expect(await suspended(world)).toBe(10);
  });

  test('are not suspended if they are more: the pool is probably the wrong one', async () => {
    const world = await accountsOf(12, 11);
    await expect(world.sweepOrThrow()).rejects.toMatchObject({ code: 'missing_users' });
    expect(await suspended(world)).toBe(0);
  });

  test('are not suspended if they are all there are, except a single one', async () => {
    const both = await accountsOf(2, 2);
    await expect(both.sweepOrThrow()).rejects.toThrow('2 of 2 accounts have no user');
    expect(await suspended(both)).toBe(0);
    const one = await accountsOf(1, 1);
    expect(await one.sweep()).toBe(1);
    expect(await suspended(one)).toBe(1);
  });

  test('are not suspended if the pool does not answer', async () => {
    const world = await accountsOf(3, 1);
    // biome-ignore lint/correctness/useYield: it fails before it has anything to yield
    async function* list() {
      throw new Error('TooManyRequestsException');
    }
    expect(await world.sweep({ list })).toBe(0);
    expect(await suspended(world)).toBe(0);
  });

  test('are not suspended if the time is over before all users are listed', async () => {
    const world = await accountsOf(3, 1);
    expect(await world.sweep({ calls: 0 })).toBe(0);
    expect(await suspended(world)).toBe(0);
  });

  test('are not suspended if only the list does not know a user yet', async () => {
    const world = await accountsOf(3, 0);
    const { users } = world.world;
    const [late] = world.accounts;
    async function* list() {
      for await (const page of users.list()) yield page.filter(({ userId }) => userId !== late?.accountId);
    }
    expect(await world.sweep({ list })).toBe(1);
    expect(await suspended(world)).toBe(0);
    expect(world.asked).toEqual([late?.accountId]);
  });

  test('are the only ones who are asked for, day after day: Cognito bills them', async () => {
    // More users than a page of the pool's list has.
    const world = await accountsOf(70, 0);
    for (let day = 0; day < 3; day += 1) {
      await world.sweep();
      world.nextDay();
    }
    expect(world.asked).toEqual([]);
    const [gone] = world.accounts;
    if (gone) await world.deleteUser(gone);
    expect(await world.sweep()).toBe(1);
    expect(world.asked).toEqual([gone?.accountId]);
  });
});

test('only active accounts of users, a day old, need a user', () => {
  const now = 10 * dayMs;
  const account = { accountId: '0b9a5c3e-7d2f-4a51-9c57-3a2d1f6e8b04', state: 'active', createdAt: now - dayMs };
  expect(needsUser(account, now)).toBe(true);
  expect(needsUser({ ...account, createdAt: now - dayMs + 1 }, now)).toBe(false);
  // Its keys are refused anyway, and a suspended account must not count again every night.
  expect(needsUser({ ...account, state: 'suspended' }, now)).toBe(false);
  // Created by npm run seed.
  expect(needsUser({ ...account, accountId: 'operator' }, now)).toBe(false);
});
