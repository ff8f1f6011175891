import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { keyItemKey } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { ensureKey } from '../../src/keys/create-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import { startApi, type TestApi } from '../management-api/api.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { documentClient, makeTable } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { unitsOf } from '../support/units.ts';
import { newKey, noCalls } from './new-key.ts';

const clock = () => Date.UTC(2026, 10, 20, 12);
let tableName: string;
let directory: Directory;
let api: TestApi;

beforeAll(async () => {
  tableName = await makeTable(true);
  directory = createDirectory(documentClient(), tableName);
  api = await startApi({ directory });
});

/** An account on the business plan with two active keys, and older and newer revoked keys. */
async function accountWith(revoked: number): Promise<string> {
  const accountId = randomUUID();
  await registerAccount({ directory, clock }, { accountId, email: 'a@b.example', planId: 'business' }, customer);
  for (const name of ['one', 'two']) await newKey(directory, accountId, name, clock);
  const items = Array.from({ length: revoked }, (_, index) => {
    const keyId = `key_0${index % 2}${String(index).padStart(24, index % 2 ? '9' : '0')}`;
    const secrets = [{ hash: randomUUID().repeat(2), firstCharacters: 'slc_0000' }];
    return { ...keyItemKey(accountId, keyId), keyId, accountId, name: 'dead', state: 'revoked', createdAt: 0, secrets };
  });
  for (let begin = 0; begin < items.length; begin += 25) {
    const requests = items.slice(begin, begin + 25).map((Item) => ({ PutRequest: { Item } }));
    await documentClient().send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
  return accountId;
}

/** The capacity units of each operation on an account's keys, as DynamoDB counts them. */
async function costs(accountId: string): Promise<Record<string, number>> {
  const first = (await findAccount(directory, accountId)).activeKeys[0] ?? '';
  const get = (path: string) => api.call({ sub: accountId, email: 'a@b.example' }, 'GET', path);
  const actions: Record<string, () => Promise<unknown>> = {
    list: () => get('/v1/keys'),
    'list revoked': () => get('/v1/keys?state=revoked&limit=2'),
    create: () => newKey(directory, accountId, 'three', clock),
    ensure: () =>
      ensureKey({ directory, plans, clock: clock, readCalls: noCalls }, byCustomer(accountId), { name: 'four' }),
    rotate: () => rotateKey({ directory, clock }, byCustomer(accountId), first, 1),
    'change plan': () => changePlan({ directory, plans, clock }, byOperator(accountId), 'scale'),
    suspend: () => suspendAccount({ directory, clock }, byOperator(accountId)),
    resume: () => resumeAccount({ directory, clock }, byOperator(accountId)),
    revoke: () => revokeKey({ directory, plans, clock }, byCustomer(accountId), first),
  };
  const units: Record<string, number> = {};
  for (const [name, action] of Object.entries(actions)) units[name] = await unitsOf(documentClient(), action);
  return units;
}

describe('with 5,000 revoked keys', () => {
  test('every operation on keys costs the same as with five', async () => {
    const few = await costs(await accountWith(5));
    const many = await costs(await accountWith(5_000));
    expect(many).toEqual(few);
    for (const units of Object.values(few)) expect(units).toBeGreaterThan(0);
  });
});
