import { beforeAll, describe, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import { recordOf } from '../usage/record.ts';
import { newUser, noon, startApi, type TestApi } from './api.ts';
import { expectProblem } from './problem.ts';

let api: TestApi;
const owner = newUser();
const stranger = newUser();
const requestId = ulid(noon);
let keyId: string;

beforeAll(async () => {
  api = await startApi();
  ({ keyId } = (await api.call(owner, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key);
  await api.record(recordOf({ requestId, keyId, accountId: owner.sub, at: noon }));
});

const bodies: Record<string, unknown> = {
  renameKey: { name: 'mine' },
  rotateKey: { graceHours: 0 },
};

const ofKeys = apiRoutes.filter(({ path }) => path.includes(':keyId'));

describe('one account never sees or changes another’s data', () => {
  test('all routes with a key are tested here', () => {
    expect(ofKeys.map(({ operation }) => operation.id)).toEqual([
      'getKey',
      'renameKey',
      'rotateKey',
      'endSecret',
      'revokeKey',
      'getKeyUsage',
      'listRequests',
      'getRequest',
    ]);
  });

  test.each(ofKeys)('$method $path: another account’s key is not found', async ({ method, path, operation }) => {
    const target = path.replace(':keyId', keyId).replace(':requestId', requestId);
    const json = bodies[operation.id];
    const sent = json === undefined ? {} : { json };
    const foreign = await api.call(stranger, method, target, sent);
    expectProblem(foreign, 'key_not_found');
    const unknown = await api.call(stranger, method, target.replace(keyId, 'key_01KAGE0000000000000000000A'), sent);
    const { requestId: _, detail: __, ...rest } = foreign.body;
    expect(unknown.body).toMatchObject(rest);
  });

  test('the key is unchanged', async () => {
    const { keys } = (await api.call(owner, 'GET', '/v1/keys')).body;
    expect(keys).toMatchObject([{ keyId, name: 'one', state: 'active', secrets: [{ expiresAt: null }] }]);
  });

  test('lists and usage of another account contain none of it', async () => {
    expect((await api.call(stranger, 'GET', '/v1/keys')).body.keys).toEqual([]);
    expect((await api.call(stranger, 'GET', '/v1/usage')).body.total.calls).toBe(0);
    expect((await api.call(owner, 'GET', '/v1/usage')).body.total.calls).toBe(1);
  });
});
