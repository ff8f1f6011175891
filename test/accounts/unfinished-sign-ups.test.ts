import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ServedPool, servePool } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { hourMs } from '../../src/time.ts';
import { byOperator } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { SweepWorld } from './sweep-world.ts';

let pool: ServedPool;
let world: SweepWorld;
beforeAll(async () => {
  pool = await servePool();
  world = await SweepWorld.start(pool);
});
afterAll(() => pool.stop());

async function daysOfSweeps(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.nextDay();
    expect(await world.sweep()).toBe(1);
  }
}

const exists = async (userId: string) => (await world.world.users.find(userId)) !== undefined;

test('a user who never chooses a password is deleted after seven days, and the address is free again', async () => {
  const { userId, email } = await world.signUp();
  await daysOfSweeps(6);
  expect(await exists(userId)).toBe(true);
  await daysOfSweeps(1);
  expect(await exists(userId)).toBe(false);
  expect((await world.world.users.invite(email, 'Temporary-2026')).userId).not.toBe(userId);
});

test('a user who chose a password in time stays', async () => {
  const { userId } = await world.signUp();
  const password = { Password: 'Confirmed-2026', Permanent: true };
  await pool.call('AdminSetUserPassword', { UserPoolId: pool.poolId, Username: userId, ...password });
  await daysOfSweeps(8);
  expect(await exists(userId)).toBe(true);
});

test('a user whose account the operator created stays, with or without a password', async () => {
  const { userId, email } = await world.signUp();
  const { directory } = world.world;
  const account = { accountId: userId, email, planId: plans.free.id };
  await registerAccount({ directory, clock: world.clock }, account, byOperator(userId).origin);
  await daysOfSweeps(8);
  expect(await exists(userId)).toBe(true);
});

test('a user who asked for another mail since the list was read stays', async () => {
  const { userId } = await world.signUp();
  for (let day = 0; day < 8; day += 1) world.nextDay();
  const { users } = world.world;
  async function* list(name?: string) {
    for await (const page of users.list(name))
      yield page.map((user) => (name === undefined ? user : { ...user, changedAt: world.clock() }));
  }
  expect(await world.sweep({ list })).toBe(1);
  expect(await exists(userId)).toBe(true);
});

test('after a list for which the time was too short, nobody is deleted: it may be of a wrong pool', async () => {
  const { userId } = await world.signUp();
  for (let day = 0; day < 8; day += 1) world.nextDay();
  const { users } = world.world;
  async function* list(name?: string) {
    for await (const page of users.list(name)) {
      // More than half of the run, which may take a day.
      if (name === undefined) world.pass(13 * hourMs);
      yield page;
    }
  }
  expect(await world.sweep({ list })).toBe(0);
  expect(await exists(userId)).toBe(true);
  expect(await world.sweep()).toBe(1);
  expect(await exists(userId)).toBe(false);
});
