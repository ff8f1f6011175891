import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePlan, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { keyItemKey } from '../../src/directory/directory-items.ts';
import { findAccount, listActiveKeys, listKeys, listRevokedKeys } from '../../src/directory/directory-reads.ts';
import { renameKey, revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { systemClock } from '../../src/time.ts';
import { newKey } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

const start = Date.UTC(2026, 10, 20);
let directory: Directory;

beforeEach(async () => {
  directory = await emptyDirectory();
  for (const accountId of ['acme', 'acme2']) {
    await registerAccount(
      { directory, clock: () => start },
      { accountId, email: 'a@b.example', planId: 'free' },
      customer,
    );
  }
});

test('an account’s keys are listed oldest first, including revoked keys, without other accounts’ keys', async () => {
  const first = await newKey(directory, 'acme', 'first', () => start);
  await newKey(directory, 'acme', 'second', () => start + 1);
  await newKey(directory, 'acme', 'third', () => start + 2);
  await newKey(directory, 'acme2', 'theirs', () => start);
  await revokeKey({ directory, plans, clock: () => start }, byCustomer('acme'), first.key.keyId);
  const keys = await listKeys(directory, 'acme');
  expect(keys.map(({ name, state }) => `${name} ${state}`)).toEqual(['first revoked', 'second active', 'third active']);
});

test('an account without keys has an empty list', async () => {
  expect(await listKeys(directory, 'acme')).toEqual([]);
});

test('keys that fill more than one page of a query are all listed', async () => {
  const { key } = await newKey(directory, 'acme', 'first', () => start);
  const ids = Array.from({ length: 6 }, (_, index) => `key_000${index}`);
  // A page of a query has 1 MB.
  for (const keyId of ids)
    await directory.put({ ...key, ...keyItemKey('acme', keyId), keyId, name: 'n'.repeat(300_000) });
  expect((await listKeys(directory, 'acme')).map(({ keyId }) => keyId)).toEqual([...ids, key.keyId]);
});

describe('the list of active keys', () => {
  const activeNames = async () =>
    (await listActiveKeys(directory, await findAccount(directory, 'acme'))).map(({ name }) => name);

  test('stays correct through creating, renaming, rotating, revoking and changes of the account', async () => {
    const first = await newKey(directory, 'acme', 'first', () => start);
    const second = await newKey(directory, 'acme', 'second', () => start + 1);
    await renameKey({ directory, clock: systemClock }, byCustomer('acme'), first.key.keyId, '1st');
    await rotateKey({ directory, clock: () => start }, byCustomer('acme'), second.key.keyId, 1);
    expect(await activeNames()).toEqual(['1st', 'second']);
    await changePlan({ directory, plans, clock: systemClock }, byOperator('acme'), 'business');
    await revokeKey({ directory, plans, clock: () => start }, byCustomer('acme'), first.key.keyId);
    await suspendAccount({ directory, clock: systemClock }, byOperator('acme'));
    expect(await activeNames()).toEqual(['second']);
    expect((await findAccount(directory, 'acme')).activeKeys).toEqual([second.key.keyId]);
  });

  test('is ordered by id, whichever key was created first', async () => {
    await newKey(directory, 'acme', 'late', () => start + 1);
    await newKey(directory, 'acme', 'early', () => start);
    expect(await activeNames()).toEqual(['early', 'late']);
  });

  test('leaves out a key revoked after the account was read', async () => {
    const { key } = await newKey(directory, 'acme', 'first', () => start);
    const account = await findAccount(directory, 'acme');
    await revokeKey({ directory, plans, clock: () => start }, byCustomer('acme'), key.keyId);
    expect(await listActiveKeys(directory, account)).toEqual([]);
  });
});

test('revoked keys are listed newest first, up to a limit, optionally only those older than a key', async () => {
  const ids: string[] = [];
  for (const [index, name] of ['a', 'b', 'active', 'c'].entries()) {
    const { key } = await newKey(directory, 'acme', name, () => start + index);
    ids.push(key.keyId);
    if (name !== 'active') await revokeKey({ directory, plans, clock: () => start }, byCustomer('acme'), key.keyId);
  }
  const [a, b, active, c] = ids;
  const listed = async (limit: number, before?: string) =>
    (await listRevokedKeys(directory, 'acme', limit, before)).map(({ keyId }) => keyId);
  expect(await listed(10)).toEqual([c, b, a]);
  expect(await listed(2)).toEqual([c, b]);
  expect(await listed(1, c)).toEqual([b]);
  expect(await listed(2, active)).toEqual([b, a]);
  expect(await listed(2, a)).toEqual([]);
});
