import { beforeEach, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { accountItemKey, keyItemKey } from '../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { ensureKey } from '../../src/keys/create-key.ts';
import { hashSecret, isWellFormedSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Item } from '../../src/table/item-table.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { keyNames } from '../support/plans.ts';
import { plans } from '../support/settings.ts';
import { hiddenNames } from './hidden-names.ts';
import { newKey, noCalls } from './new-key.ts';

const { keys: allowed } = plans.free;
const now = Date.UTC(2026, 10, 20, 14, 25);
const clock = () => now;

let directory: Directory;

const register = (accountId: string, planId = plans.free.id) =>
  registerAccount({ directory, clock }, { accountId, email: `ann@${accountId}.example`, planId }, customer);
const create = (accountId: string, name: string) => newKey(directory, accountId, name, clock);
const ensure = (accountId: string, name: string) =>
  ensureKey({ directory, plans, clock: clock, readCalls: noCalls }, byCustomer(accountId), { name });

const settled = async <T>(promises: readonly Promise<T>[]) => {
  const results = await Promise.allSettled(promises);
  return {
    made: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
};

const named =
  (prefix: string) =>
  ({ pk, sk }: Item): boolean =>
    String(pk).startsWith(prefix) || String(sk).startsWith(prefix);

beforeEach(async () => {
  directory = await emptyDirectory();
  await register('acme');
});

describe('creating a key', () => {
  test('returns the key and, only this once, its secret', async () => {
    const { key, secret } = await create('acme', '  production ');
    expect(isWellFormedSecret(secret)).toBe(true);
    expect(key).toEqual({
      keyId: expect.stringMatching(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
      accountId: 'acme',
      name: 'production',
      state: 'active',
      createdAt: now,
      secrets: [{ hash: hashSecret(secret), firstCharacters: secret.slice(0, 8) }],
      endedSecrets: [],
    });
    expect(await listKeys(directory, 'acme')).toEqual([key]);
  });

  test('stores nothing from which the secret could be recovered', async () => {
    const { key, secret } = await create('acme', 'production');
    const items = [
      await directory.get(keyItemKey('acme', key.keyId)),
      await directory.get(secretItemKey(hashSecret(secret))),
    ];
    expect(items).not.toContain(undefined);
    expect(JSON.stringify(items)).not.toContain(secret.slice(0, 9));
  });

  test('stores everything the authorizer needs under the hash of the secret', async () => {
    const { key, secret } = await create('acme', 'production');
    expect(await directory.get(secretItemKey(hashSecret(secret)))).toEqual({
      ...secretItemKey(hashSecret(secret)),
      keyId: key.keyId,
      accountId: 'acme',
      planId: 'free',
      planState: 'active',
      state: 'active',
    });
  });

  test('raises the account’s version', async () => {
    await create('acme', 'production');
    expect((await findAccount(directory, 'acme')).version).toBe(2);
  });

  test('beyond the plan’s keys is refused with advice; revoked keys do not count', async () => {
    const [first, ...others] = keyNames(allowed);
    const { key } = await create('acme', first ?? '');
    for (const name of others) await create('acme', name);
    await expect(create('acme', 'one more')).rejects.toMatchObject({
      name: 'KeyLimitError',
      code: 'key_limit_reached',
      message: `The free plan allows ${allowed} keys. Revoke a key, or change to a larger plan.`,
    });
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await create('acme', 'one more');
    expect(await listKeys(directory, 'acme')).toHaveLength(allowed + 1);
  });

  test('concurrently never creates more keys than the plan allows', async () => {
    const { made, errors } = await settled(keyNames(allowed + 5).map((name) => create('acme', name)));
    expect(made).toHaveLength(allowed);
    expect(errors.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'key_limit_reached'));
    expect(await listKeys(directory, 'acme')).toHaveLength(allowed);
  });

  test('allows two keys with the same name', async () => {
    await create('acme', 'production');
    await create('acme', 'production');
    expect(await listKeys(directory, 'acme')).toHaveLength(2);
  });

  test.each([
    ['no name', ''],
    ['a name of spaces', ' \t\n'],
    ['a name of 65 characters', 'n'.repeat(65)],
    ...hiddenNames.map((name) => [`the name ${JSON.stringify(name)}`, name]),
  ])('is refused with %s', async (_, name) => {
    await expect(create('acme', name)).rejects.toMatchObject({ name: 'KeyNameError', code: 'invalid_key_name' });
    await expect(ensure('acme', name)).rejects.toMatchObject({ code: 'invalid_key_name' });
    expect(await listKeys(directory, 'acme')).toEqual([]);
  });

  test('accepts names of 1 and of 64 characters', async () => {
    expect((await create('acme', 'n')).key.name).toBe('n');
    expect((await create('acme', ` ${'n'.repeat(64)} `)).key.name).toBe('n'.repeat(64));
  });

  test('is refused on a plan that no longer exists', async () => {
    await directory.update({
      key: accountItemKey('acme'),
      update: 'SET planId = :planId',
      values: { ':planId': 'platinum' },
    });
    await expect(create('acme', 'one')).rejects.toMatchObject({ code: 'no_active_plan' });
  });

  test.each(['KEY#', 'SECRET#'])('overwrites no item: if the %s exists, it starts over', async (prefix) => {
    const { put, transact } = directory;
    const standing: Item[] = [];
    directory = {
      ...directory,
      transact: async (writes) => {
        const [own] = writes.flatMap((write) => ('put' in write ? [write.put] : [])).filter(named(prefix));
        if (standing.length === 0) standing.push({ ...own, name: 'another' });
        await put(standing[0] ?? {});
        return transact(writes);
      },
    };
    await create('acme', 'production');
    const { pk, sk } = standing[0] ?? {};
    expect(await directory.get({ pk, sk })).toEqual(standing[0]);
  });

  test('is refused for an unknown account', async () => {
    await expect(create('unknown', 'production')).rejects.toMatchObject({ code: 'account_not_found' });
  });
});

describe('ensuring a key', () => {
  test('creates it with its secret the first time, and returns it without its secret afterwards', async () => {
    const { key, secret } = await ensure('acme', 'default');
    expect(secret && isWellFormedSecret(secret)).toBe(true);
    expect(await ensure('acme', ' default ')).toEqual({ key, secret: null });
    expect((await findAccount(directory, 'acme')).version).toBe(2);
  });

  test('ten times concurrently creates one key, and one caller gets its secret', async () => {
    const ensured = await Promise.all(Array.from({ length: 10 }, () => ensure('acme', 'default')));
    expect(new Set(ensured.map(({ key }) => key.keyId)).size).toBe(1);
    expect(ensured.filter(({ secret }) => secret)).toHaveLength(1);
    expect(await listKeys(directory, 'acme')).toHaveLength(1);
  });

  test('creates a new key if the one with this name is revoked', async () => {
    const { key } = await ensure('acme', 'default');
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    const again = await ensure('acme', 'default');
    expect(again).toMatchObject({ secret: expect.any(String) });
    expect(again.key.keyId).not.toBe(key.keyId);
  });

  test('is refused beyond the plan’s keys', async () => {
    const names = keyNames(allowed);
    for (const name of names) await create('acme', name);
    await expect(ensure('acme', 'one more')).rejects.toMatchObject({ code: 'key_limit_reached' });
    const [name = ''] = names;
    expect(await ensure('acme', name)).toMatchObject({ key: { name } });
  });
});
