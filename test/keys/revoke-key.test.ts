import { beforeEach, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Key } from '../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { hashSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { newKey, withSecret } from './new-key.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;
let key: Key;
let secret: string;

const secretState = async (hash: string) => (await directory.get(secretItemKey(hash)))?.state;

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
  ({ key, secret } = await newKey(directory, 'acme', 'production', clock));
});

describe('revoking a key', () => {
  test('revokes it and its secret together', async () => {
    const revoked = { ...key, state: 'revoked', revoked: { at: clock(), by: 'customer' } };
    expect(await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId)).toEqual(revoked);
    expect(await listKeys(directory, 'acme')).toEqual([revoked]);
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('revokes all its secrets during a grace period', async () => {
    const rotated = await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 1));
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    expect(await secretState(hashSecret(rotated.secret))).toBe('revoked');
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('again changes nothing, not even the account’s version', async () => {
    const revoked = await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    const { version } = await findAccount(directory, 'acme');
    const again = await Promise.all(
      Array.from({ length: 4 }, () => revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId)),
    );
    expect(again).toEqual([revoked, revoked, revoked, revoked]);
    expect((await findAccount(directory, 'acme')).version).toBe(version);
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('does not change the account’s other keys', async () => {
    const other = await newKey(directory, 'acme', 'staging', clock);
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    expect(await secretState(hashSecret(other.secret))).toBe('active');
  });

  test('is refused for an unknown key and for another account’s key', async () => {
    await registerAccount({ directory, clock }, { accountId: 'rival', email: 'r@b.example', planId: 'free' }, customer);
    await expect(revokeKey({ directory, plans, clock }, byCustomer('acme'), 'key_none')).rejects.toMatchObject({
      code: 'key_not_found',
    });
    await expect(revokeKey({ directory, plans, clock }, byCustomer('rival'), key.keyId)).rejects.toMatchObject({
      code: 'key_not_found',
    });
    await expect(revokeKey({ directory, plans, clock }, byCustomer('unknown'), key.keyId)).rejects.toMatchObject({
      code: 'account_not_found',
    });
    expect(await secretState(hashSecret(secret))).toBe('active');
  });
});
