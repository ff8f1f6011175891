import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import { beginDeletion, deleteAccount } from '../../../src/accounts/delete-account.ts';
import { type DeletionDeps, finishDeletion } from '../../../src/accounts/finish-deletion.ts';
import { AccountDeletedError, findAccount } from '../../../src/directory/directory-reads.ts';
import { createKey } from '../../../src/keys/create-key.ts';
import { dayMs, systemClock } from '../../../src/time.ts';
import { noCalls } from '../../keys/new-key.ts';
import { byCustomer, customer } from '../../support/change-requests.ts';
import { isNight } from '../../support/effort.ts';
import { plans } from '../../support/settings.ts';
import { DeletionWorld, privateTexts } from './deletion-world.ts';
import { Killed, killable } from './killable-deletion.ts';

let world: DeletionWorld;
let deps: DeletionDeps;
beforeAll(async () => {
  world = await DeletionWorld.start();
  const { directory, usage, users } = world;
  deps = { directory, usage, users, clock: systemClock };
});
afterAll(() => world.stop());

/** Nothing of the account is left but ids, in rows that expire and in the tombstone. */
async function expectGone(accountId: string, email: string): Promise<void> {
  const rows = await world.rows();
  const kept = rows.filter((row) => JSON.stringify(row).includes(accountId));
  for (const row of kept) expect(typeof row.expiresAt).toBe('number');
  for (const text of privateTexts(email)) expect(JSON.stringify(kept)).not.toContain(text);
  expect(JSON.stringify(rows)).not.toContain(email);
  const [tombstone, ...others] = kept.filter(({ table }) => table === 'directory');
  expect(others).toEqual([]);
  expect(tombstone).toMatchObject({ accountId, state: 'deleted', keyIds: [expect.any(String), expect.any(String)] });
  // Records, Usage and Admissions: no row outlives the tombstone.
  for (const { expiresAt } of kept) expect(Number(expiresAt)).toBeLessThanOrEqual(Number(tombstone?.expiresAt));
  expect(rows.some(({ sk }) => sk === 'last-used')).toBe(false);
  expect(await world.users.find(accountId)).toBeUndefined();
  const { body } = await world.pool.call('ListUsers', { UserPoolId: world.pool.poolId });
  expect(body).not.toContain(email);
}

const acceptedOf = async (secrets: readonly string[]) =>
  (await Promise.all(secrets.map(world.accepts.bind(world)))).filter(Boolean).length;

describe('a deleted account', () => {
  test('leaves no address, name or network address anywhere, and its keys are refused', async () => {
    const { accountId, secrets } = await world.newCustomer('ann@example.com');
    expect(await acceptedOf(secrets)).toBe(2);
    await deleteAccount(deps, byCustomer(accountId));
    expect(await acceptedOf(secrets)).toBe(0);
    await expectGone(accountId, 'ann@example.com');
  });

  test('is not created again by a token that is still valid, and cannot be changed or deleted again', async () => {
    const { accountId } = await world.newCustomer('bob@example.com');
    await deleteAccount(deps, byCustomer(accountId));
    const account = { accountId, email: 'bob@example.com', planId: plans.free.id };
    for (const change of [
      () => registerAccount(deps, account, customer),
      () => findAccount(deps.directory, accountId),
      () => createKey({ ...deps, plans, readCalls: noCalls }, byCustomer(accountId), { name: 'new' }),
      () => deleteAccount(deps, byCustomer(accountId)),
    ]) {
      await expect(change()).rejects.toThrow(AccountDeletedError);
    }
    await expectGone(accountId, 'bob@example.com');
  });

  test('leaves its address free: it signs up again, with another account', async () => {
    const first = await world.newCustomer('carol@example.com');
    await deleteAccount(deps, byCustomer(first.accountId));
    const second = await world.newCustomer('carol@example.com');
    expect(second.accountId).not.toBe(first.accountId);
    expect(await acceptedOf(second.secrets)).toBe(2);
    await deleteAccount(deps, byCustomer(second.accountId));
  });

  test('may have more rows than a page, and no user', async () => {
    const { accountId, secrets } = await world.newCustomer('dan@example.com');
    for (let count = 0; count < 230; count += 1) {
      await deps.directory.put({ pk: `ACCOUNT#${accountId}`, sk: `ACTIVITY#1${count}`, address: customer.address });
    }
    await world.users.delete(accountId);
    await deleteAccount(deps, byCustomer(accountId));
    expect(await acceptedOf(secrets)).toBe(0);
    await expectGone(accountId, 'dan@example.com');
  });
});

describe('a deletion that does not finish', () => {
  test('refuses the keys and every change, and stops at its deadline', async () => {
    const { accountId, secrets } = await world.newCustomer('eve@example.com');
    await beginDeletion(deps, byCustomer(accountId));
    expect(await acceptedOf(secrets)).toBe(0);
    await expect(findAccount(deps.directory, accountId)).rejects.toThrow(AccountDeletedError);
    const late = finishDeletion({ ...deps, deadline: systemClock() - dayMs }, accountId);
    await expect(late).rejects.toMatchObject({ code: 'deletion_unfinished' });
    await deleteAccount(deps, byCustomer(accountId));
    await expectGone(accountId, 'eve@example.com');
  });

  test('is continued by concurrent runs', async () => {
    const { accountId } = await world.newCustomer('fay@example.com');
    await beginDeletion(deps, byCustomer(accountId));
    await Promise.all([1, 2, 3].map(() => finishDeletion(deps, accountId)));
    await expectGone(accountId, 'fay@example.com');
  });

  // After a write, the tables are as before the next one. At night both are tried.
  const moments = (at: number) => (at === 0 || isNight ? (['before', 'after'] as const) : (['after'] as const));

  test('killed before or after any of its writes, refuses the keys from the first one on, and ends clean when repeated', async () => {
    let kills = 0;
    for (let at = 0, isOver = false; !isOver; at += 1) {
      for (const when of moments(at)) {
        const email = `killed-${when}-${at}@example.com`;
        const { accountId, secrets } = await world.newCustomer(email);
        const process = killable(deps, { at, when });
        const outcome = await deleteAccount(process.deps, byCustomer(accountId)).catch((error: unknown) => error);
        isOver = outcome === undefined;
        if (!isOver) expect(outcome).toBeInstanceOf(Killed);
        expect(await acceptedOf(secrets)).toBe(at === 0 && when === 'before' ? 2 : 0);
        if (!isOver) {
          kills += 1;
          await deleteAccount(deps, byCustomer(accountId)).catch((error: unknown) => {
            // It was killed after its last write.
            expect(error).toBeInstanceOf(AccountDeletedError);
          });
        }
        await expectGone(accountId, email);
      }
    }
    expect(kills).toBeGreaterThan(isNight ? 30 : 15);
  });
});
