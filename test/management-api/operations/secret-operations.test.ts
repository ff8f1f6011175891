import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authorize } from '../../../src/keys/authorize.ts';
import { createLog } from '../../../src/log.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const hourMs = 3_600_000;

let api: TestApi;
let user: User;
let keyId: string;
let secret: string;

beforeAll(async () => {
  api = await startApi();
});

beforeEach(async () => {
  api.time.now = noon;
  user = newUser();
  const { body } = await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } });
  ({ secret } = body);
  ({ keyId } = body.key);
});

const rotate = (json: unknown) => api.call(user, 'POST', `/v1/keys/${keyId}/rotate`, { json });
const revoke = () => api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);

/** True if the data plane authorizes the secret. */
const works = async (text: string): Promise<boolean> => {
  const refusals = new RefusalRecords({ ...api.deps, log: createLog('error', () => {}) });
  return (await authorize(text, 'devnet', { ...api.deps, refusals })) !== undefined;
};

describe('POST keys/{id}/rotate', () => {
  test('returns a new secret and, with a grace period, when the old one expires', async () => {
    const { status, body } = await rotate({ graceHours: 24 });
    expect(status).toBe(200);
    expect(body.secret).not.toBe(secret);
    expect(body.key.secrets).toEqual([
      { firstCharacters: body.secret.slice(0, 8), expiresAt: null },
      { firstCharacters: secret.slice(0, 8), expiresAt: new Date(noon + 24 * hourMs).toISOString() },
    ]);
    expect([await works(body.secret), await works(secret)]).toEqual([true, true]);
  });

  test('no longer lists the old secret once its grace period is over', async () => {
    await rotate({ graceHours: 1 });
    api.time.now = noon + hourMs;
    const { body } = await api.call(user, 'GET', '/v1/keys');
    expect(body.keys[0].secrets).toHaveLength(1);
    expect(await works(secret)).toBe(false);
  });

  test('ends the old secret at once without a grace period', async () => {
    const { body } = await rotate({ graceHours: 0 });
    expect(body.key.secrets).toHaveLength(1);
    expect([await works(body.secret), await works(secret)]).toEqual([true, false]);
  });

  test('refuses a revoked key', async () => {
    await revoke();
    expectProblem(await rotate({ graceHours: 0 }), 'key_revoked');
  });

  test.each([
    {},
    { graceHours: -1 },
    { graceHours: 169 },
    { graceHours: 1.5 },
    { graceHours: '1' },
    { graceHours: null },
    { graceHours: 1, grace: 1 },
  ])('refuses %j and does not change the secret', async (json) => {
    expectProblem(await rotate(json), 'invalid_request');
    expect(await works(secret)).toBe(true);
  });
});

describe('POST keys/{id}/revoke', () => {
  test('revokes the key and all its secrets permanently', async () => {
    const rotated = (await rotate({ graceHours: 168 })).body.secret;
    const { status, body } = await revoke();
    expect(status).toBe(200);
    expect(body).toMatchObject({ keyId, state: 'revoked', secrets: [] });
    expect([await works(rotated), await works(secret)]).toEqual([false, false]);
  });

  test('changes nothing the second time', async () => {
    const first = await revoke();
    expect(await revoke()).toMatchObject({ status: 200, body: first.body });
  });
});
