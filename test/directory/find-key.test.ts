import { beforeEach, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Key } from '../../src/directory/directory-items.ts';
import { findActiveKey, findKey } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { newKey } from '../keys/new-key.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

const clock = () => Date.UTC(2026, 10, 20);
let directory: Directory;
let key: Key;

beforeEach(async () => {
  directory = await emptyDirectory();
  for (const accountId of ['acme', 'rival']) {
    await registerAccount({ directory, clock }, { accountId, email: 'a@b.example', planId: 'free' }, customer);
  }
  ({ key } = await newKey(directory, 'acme', 'production', clock));
});

describe('finding a key', () => {
  test('returns it by its id within its account, even if it is revoked', async () => {
    expect(await findKey(directory, 'acme', key.keyId)).toEqual(key);
    expect(await findActiveKey(directory, 'acme', key.keyId)).toEqual(key);
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    expect(await findKey(directory, 'acme', key.keyId)).toEqual({
      ...key,
      state: 'revoked',
      revoked: { at: clock(), by: 'customer' },
    });
  });

  test('to change it is refused if it is revoked', async () => {
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await expect(findActiveKey(directory, 'acme', key.keyId)).rejects.toMatchObject({ code: 'key_revoked' });
  });

  test('from another account fails exactly as for an unknown key', async () => {
    const refusal = {
      name: 'KeyNotFoundError',
      code: 'key_not_found',
      message: `The key ${key.keyId} does not exist.`,
    };
    for (const accountId of ['rival', 'unknown']) {
      await expect(findKey(directory, accountId, key.keyId)).rejects.toMatchObject(refusal);
      await expect(findActiveKey(directory, accountId, key.keyId)).rejects.toMatchObject(refusal);
    }
    await expect(findKey(directory, 'acme', 'key_none')).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(findKey(directory, 'acme', '')).rejects.toMatchObject({ code: 'key_not_found' });
  });
});
