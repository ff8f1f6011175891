import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import { type Price, type PricedOperation, priceList, tokensOf } from '../../src/management-api/price-list.ts';
import type { Directory, DirectoryWrite } from '../../src/table/directory-table.ts';
import { UserDirectory } from '../../src/users/user-directory.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { newUser, startApi, type TestApi } from './api.ts';

const used = { reads: 0, writes: 0 };
let api: TestApi;
const user = newUser();

const unitsOf = (write: DirectoryWrite): number => {
  const kilobytes = 'put' in write ? Math.ceil(JSON.stringify(write.put).length / 1_024) : 1;
  return 2 * kilobytes;
};

/** Adds up units: a strong read of up to 4 KB is one, a KB in a transaction is two. */
const counting = (directory: Directory): Directory => ({
  ...directory,
  get: (...args) => {
    used.reads += 1;
    return directory.get(...args);
  },
  update: (request) => {
    used.writes += 1;
    return directory.update(request);
  },
  transact: (writes) => {
    used.writes += writes.reduce((sum, write) => sum + unitsOf(write), 0);
    return directory.transact(writes);
  },
});

class AnyPassword extends UserDirectory {
  constructor() {
    super({ send: () => Promise.reject(new Error('This test has no user pool.')) }, 'none');
  }

  override isPassword = async () => true;
}

beforeAll(async () => {
  api = await startApi({ directory: counting(await emptyDirectory()), users: new AnyPassword() });
  await api.call(user, 'GET', '/v1/account');
});

/** Makes a request with all that may make it dearer, and compares what it used with its price. */
async function paid(id: PricedOperation, method: string, target: string, json?: unknown) {
  Object.assign(used, { reads: 0, writes: 0 });
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'user-agent': 'x'.repeat(300),
  };
  const answer = await api.call(user, method, target, { json, headers });
  const price: Price = priceList[id];
  expect({ id, status: Math.floor(answer.status / 100) }).toEqual({ id, status: 2 });
  expect({ id, reads: used.reads <= price.reads + 5, writes: used.writes <= (price.writes ?? 0) }).toEqual({
    id,
    reads: true,
    writes: true,
  });
  return answer.body;
}

describe('the price list', () => {
  test('has a price of every operation, and of nothing else', () => {
    expect(apiRoutes.map(({ operation }) => operation.id).toSorted()).toEqual(Object.keys(priceList).toSorted());
  });

  test('has no operation that takes less for a change than for a read', () => {
    for (const { method, operation } of apiRoutes) {
      expect([operation.id, tokensOf(operation.id) >= (method === 'GET' ? 1 : 5)]).toEqual([operation.id, true]);
    }
  });

  test('pays for what keys and account tokens read and write', async () => {
    const { key } = await paid('createKey', 'POST', '/v1/keys', { name: 'n'.repeat(64) });
    const path = `/v1/keys/${key.keyId}`;
    await paid('renameKey', 'PATCH', path, { name: 'm'.repeat(64) });
    await paid('getKey', 'GET', path);
    await paid('listKeys', 'GET', '/v1/keys');
    await paid('rotateKey', 'POST', `${path}/rotate`, { graceHours: 1 });
    const [{ secretId }] = (await api.call(user, 'GET', path)).body.secrets;
    await paid('endSecret', 'POST', `${path}/secrets/${secretId}/end`);
    await paid('revokeKey', 'POST', `${path}/revoke`);
    const made = { name: 'cron', permissions: ['read'], expiresInDays: null, password: 'any' };
    const { token } = await paid('createToken', 'POST', '/v1/tokens', made);
    await paid('renameToken', 'PATCH', `/v1/tokens/${token.tokenId}`, { name: 'cron of staging' });
    await paid('listTokens', 'GET', '/v1/tokens');
    await paid('revokeToken', 'POST', `/v1/tokens/${token.tokenId}/revoke`);
    await paid('listActivity', 'GET', '/v1/activity?limit=100');
    await paid('getAccount', 'GET', '/v1/account');
  });
});
