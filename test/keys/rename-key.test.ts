import { beforeEach, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Key } from '../../src/directory/directory-items.ts';
import { findAccount, findKey } from '../../src/directory/directory-reads.ts';
import { renameKey, revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { hiddenNames } from './hidden-names.ts';
import { newKey } from './new-key.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;
let key: Key;

const rename = (name: string, keyId = key.keyId) => renameKey({ directory, clock }, byCustomer('acme'), keyId, name);

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
  ({ key } = await newKey(directory, 'acme', 'production', clock));
});

describe('renaming a key', () => {
  test('sets the trimmed name and changes nothing else', async () => {
    const renamed = await rename('  production (eu) ');
    expect(renamed).toEqual({ ...key, name: 'production (eu)' });
    expect(await findKey(directory, 'acme', key.keyId)).toEqual(renamed);
  });

  test('to its current name writes nothing', async () => {
    expect(await rename(' production ')).toEqual(key);
    expect((await findAccount(directory, 'acme')).version).toBe(2);
  });

  test('concurrently with its rotation loses neither change', async () => {
    const [, rotated] = await Promise.all([
      rename('new'),
      rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 24),
    ]);
    expect(await findKey(directory, 'acme', key.keyId)).toEqual({ ...rotated.key, name: 'new' });
  });

  test.each([
    ['no name', ''],
    ['a name of spaces', ' \t'],
    ['a name of 65 characters', 'n'.repeat(65)],
    ...hiddenNames.map((name) => [`the name ${JSON.stringify(name)}`, name]),
  ])('is refused with %s', async (_, name) => {
    await expect(rename(name)).rejects.toMatchObject({ name: 'KeyNameError', code: 'invalid_key_name' });
    expect(await findKey(directory, 'acme', key.keyId)).toEqual(key);
  });

  test('is refused for a revoked key', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await expect(rename('new')).rejects.toMatchObject({
      name: 'KeyRevokedError',
      code: 'key_revoked',
      message: `The key ${key.keyId} is revoked and cannot be changed. Create a new key.`,
    });
  });

  test('is refused for an unknown key and for another account’s key', async () => {
    await registerAccount({ directory, clock }, { accountId: 'rival', email: 'r@b.example', planId: 'free' }, customer);
    await expect(rename('new', 'key_none')).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(renameKey({ directory, clock }, byCustomer('rival'), key.keyId, 'new')).rejects.toMatchObject({
      code: 'key_not_found',
    });
    await expect(renameKey({ directory, clock }, byCustomer('unknown'), key.keyId, 'new')).rejects.toMatchObject({
      code: 'account_not_found',
    });
    expect(await findKey(directory, 'acme', key.keyId)).toEqual(key);
  });
});
