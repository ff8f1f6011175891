import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { renameKey, revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { newKey, noCalls } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer, operator } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { keyNames } from '../support/plans.ts';
import { plans } from '../support/settings.ts';

const now = Date.UTC(2026, 10, 20, 14, 25);
const clock = () => now;
const day = 24 * 3_600_000;

let directory: Directory;

const createOnce = (idempotencyKey: string, name = 'production', at = now) =>
  createKey(
    { directory, plans, clock: () => at, readCalls: noCalls },
    byCustomer('acme', { key: idempotencyKey, request: `createKey ${name}` }),
    { name },
  );

beforeEach(async () => {
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
});

describe('creating a key with an idempotency key', () => {
  test('and repeating it creates no second key and returns no secret', async () => {
    const first = await createOnce('a');
    expect(first).toMatchObject({ secret: expect.any(String) });
    const { version } = await findAccount(directory, 'acme');
    expect(await createOnce('a')).toEqual({ key: first.key, secret: null });
    expect(await listKeys(directory, 'acme')).toEqual([first.key]);
    expect((await findAccount(directory, 'acme')).version).toBe(version);
  });

  test('ten times concurrently creates one key and returns its secret once', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => createOnce('a')));
    expect(new Set(created.map(({ key }) => key.keyId)).size).toBe(1);
    expect(created.filter(({ secret }) => secret !== null)).toHaveLength(1);
    expect(await listKeys(directory, 'acme')).toHaveLength(1);
  });

  test('returns the key in its current state', async () => {
    const { key } = await createOnce('a');
    const { key: rotated } = await rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 24);
    await renameKey({ directory, clock }, byCustomer('acme'), key.keyId, 'renamed');
    expect((await createOnce('a')).key).toEqual({ ...rotated, name: 'renamed' });
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    expect(await createOnce('a')).toMatchObject({ key: { keyId: key.keyId, state: 'revoked' }, secret: null });
  });

  test('is a repetition even if the account cannot have another key', async () => {
    const [first = '', ...others] = keyNames(plans.free.keys);
    const { key } = await createOnce(first);
    for (const idempotencyKey of others) await createOnce(idempotencyKey);
    expect(await createOnce(first)).toMatchObject({ key: { keyId: key.keyId }, secret: null });
    await expect(createOnce('another')).rejects.toMatchObject({ code: 'key_limit_reached', allowed: plans.free.keys });
  });

  test('that was used with another name is refused', async () => {
    const { key } = await createOnce('a');
    await expect(createOnce('a', 'staging')).rejects.toMatchObject({
      name: 'IdempotencyConflictError',
      code: 'idempotency_conflict',
    });
    expect(await listKeys(directory, 'acme')).toEqual([key]);
  });

  test('that failed is not stored', async () => {
    for (const name of keyNames(plans.free.keys)) await newKey(directory, 'acme', name, clock);
    await expect(createOnce('a')).rejects.toMatchObject({ code: 'key_limit_reached' });
    const [first] = await listKeys(directory, 'acme');
    await revokeKey({ directory, plans, clock }, byCustomer('acme'), first?.keyId ?? '');
    expect(await createOnce('a')).toMatchObject({ secret: expect.any(String) });
  });

  test('is a repetition for 24 hours, then a new creation, whether or not TTL has deleted the item', async () => {
    const at = now + 1;
    const first = await createOnce('a', 'production', at);
    expect((await createOnce('a', 'production', at + day - 1)).secret).toBeNull();
    const again = await createOnce('a', 'staging', at + day);
    expect(again).toMatchObject({ key: { name: 'staging' }, secret: expect.any(String) });
    expect(again.key.keyId).not.toBe(first.key.keyId);
    expect(await createOnce('a', 'staging', at + 2 * day - 1)).toMatchObject({ key: again.key, secret: null });
  });

  test('is stored under its hash with a TTL of at least 24 hours', async () => {
    await createOnce('x'.repeat(5_000), 'production', now + 1);
    const [item, ...others] = await Array.fromAsync(directory.query('ACCOUNT#acme', 'IDEMPOTENCY#'));
    expect(others).toEqual([]);
    expect(item?.sk).toMatch(/^IDEMPOTENCY#[0-9a-f]{64}$/);
    expect(item?.expiresAt).toBe((now + day) / 1_000 + 1);
  });

  test('is scoped to its account', async () => {
    await registerAccount({ directory, clock }, { accountId: 'rival', email: 'r@b.example', planId: 'free' }, customer);
    await createOnce('a');
    const request = byCustomer('rival', { key: 'a', request: 'createKey production' });
    const theirs = await createKey({ directory, plans, clock, readCalls: noCalls }, request, { name: 'production' });
    expect(theirs).toMatchObject({ key: { accountId: 'rival' }, secret: expect.any(String) });
  });
});

describe('a repeated request changes nothing,', () => {
  const request = (key: string) => byCustomer('acme', { key, request: 'the same' });
  const deps = () => ({ directory, clock });

  test('not even after another change, and returns the current state', async () => {
    const { key } = await newKey(directory, 'acme', 'first', clock);
    await renameKey(deps(), request('a'), key.keyId, 'second');
    await renameKey(deps(), byCustomer('acme'), key.keyId, 'third');
    expect(await renameKey(deps(), request('a'), key.keyId, 'second')).toMatchObject({ name: 'third' });
  });

  test('even if it changed nothing the first time', async () => {
    const { key } = await newKey(directory, 'acme', 'same', clock);
    await renameKey(deps(), request('a'), key.keyId, 'same');
    await renameKey(deps(), byCustomer('acme'), key.keyId, 'other');
    expect(await renameKey(deps(), request('a'), key.keyId, 'same')).toMatchObject({ name: 'other' });
  });

  test('a change of the plan', async () => {
    const withPlans = { ...deps(), plans };
    const operatorRequest = { ...request('a'), origin: operator };
    await changePlan(withPlans, operatorRequest, 'business');
    await changePlan(withPlans, byOperator('acme'), 'scale');
    expect(await changePlan(withPlans, operatorRequest, 'business')).toMatchObject({ planId: 'scale' });
  });

  test('a rotation, which returns no secret', async () => {
    const { key } = await newKey(directory, 'acme', 'first', clock);
    const rotated = await rotateKey(deps(), request('a'), key.keyId, 24);
    expect(await rotateKey(deps(), request('a'), key.keyId, 24)).toEqual({ key: rotated.key, secret: null });
  });
});
