import { beforeEach, describe, expect, test } from '@jest/globals';
import { findAccount, registerAccount } from '../../src/accounts/accounts.ts';
import { createKey } from '../../src/keys/create.ts';
import { type Key, keyItemKey, secretItemKey } from '../../src/keys/directory.ts';
import { listKeys } from '../../src/keys/list.ts';
import { revokeKey } from '../../src/keys/revoke.ts';
import { hashSecret, mintSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;
let key: Key;
let secret: string;

const secretState = async (hash: string) => (await directory.get(secretItemKey(hash)))?.state;

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount(directory, { accountId: 'acme', email: 'a@b.example' }, clock);
  ({ key, secret } = await createKey(directory, 'acme', 'production', clock));
});

describe('revoking a key', () => {
  test('revokes it and its secret together', async () => {
    await revokeKey(directory, 'acme', key.keyId);
    expect(await listKeys(directory, 'acme')).toEqual([{ ...key, state: 'revoked' }]);
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('revokes all its secrets while a rotation’s grace lasts', async () => {
    const older = { hash: hashSecret(mintSecret()), firstCharacters: 'slc_0000', expiresAt: clock() + 60_000 };
    const item = await directory.get(secretItemKey(hashSecret(secret)));
    await directory.put({ ...item, ...secretItemKey(older.hash), expiresAt: older.expiresAt });
    await directory.put({ ...key, ...keyItemKey('acme', key.keyId), secrets: [...key.secrets, older] });
    await revokeKey(directory, 'acme', key.keyId);
    expect(await secretState(older.hash)).toBe('revoked');
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('again changes nothing, not even the account’s version', async () => {
    await revokeKey(directory, 'acme', key.keyId);
    const { version } = await findAccount(directory, 'acme');
    await Promise.all(Array.from({ length: 4 }, () => revokeKey(directory, 'acme', key.keyId)));
    expect((await findAccount(directory, 'acme')).version).toBe(version);
    expect(await secretState(hashSecret(secret))).toBe('revoked');
  });

  test('leaves the account’s other keys alone', async () => {
    const other = await createKey(directory, 'acme', 'staging', clock);
    await revokeKey(directory, 'acme', key.keyId);
    expect(await secretState(hashSecret(other.secret))).toBe('active');
  });

  test('is refused for a key that there is not, and for another account’s', async () => {
    await registerAccount(directory, { accountId: 'rival', email: 'r@b.example' }, clock);
    await expect(revokeKey(directory, 'acme', 'key_none')).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(revokeKey(directory, 'rival', key.keyId)).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(revokeKey(directory, 'nobody', key.keyId)).rejects.toMatchObject({ code: 'account_not_found' });
    expect(await secretState(hashSecret(secret))).toBe('active');
  });
});
