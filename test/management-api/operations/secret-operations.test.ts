import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authorize } from '../../../src/keys/authorize.ts';
import { hashSecret, secretIdOf } from '../../../src/keys/secret.ts';
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
      {
        secretId: secretIdOf(hashSecret(body.secret)),
        firstCharacters: body.secret.slice(0, 8),
        expiresAt: null,
        leakedAt: null,
      },
      {
        secretId: secretIdOf(hashSecret(secret)),
        firstCharacters: secret.slice(0, 8),
        expiresAt: new Date(noon + 24 * hourMs).toISOString(),
        leakedAt: null,
      },
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

describe('POST keys/{id}/secrets/{secretId}/end', () => {
  const end = (secretId: string, options = {}) =>
    api.call(user, 'POST', `/v1/keys/${keyId}/secrets/${secretId}/end`, options);
  const rotated = async () => {
    const { body } = await rotate({ graceHours: 24 });
    const [newest, old] = body.key.secrets.map(({ secretId }: { secretId: string }) => secretId);
    return { newSecret: body.secret, newest, old };
  };

  test('leaves one secret working if both are ended at the same time', async () => {
    const { newSecret, newest, old } = await rotated();
    const ended = await Promise.all([end(newest), end(old)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const working = [await works(newSecret), await works(secret)];
    expect(working.filter(Boolean)).toHaveLength(1);
  });

  test('ends the old secret of a rotation alone, with a row in the activity', async () => {
    const { newSecret, newest, old } = await rotated();
    const { status, body } = await end(old);
    expect([status, body.secrets]).toMatchObject([200, [{ secretId: newest, expiresAt: null }]]);
    expect([await works(newSecret), await works(secret)]).toEqual([true, false]);
    const { activity } = (await api.call(user, 'GET', '/v1/activity')).body;
    expect(activity[0]).toMatchObject({ action: 'secret_ended', keyId, after: { secret: secret.slice(0, 8) } });
  });

  test('ends the newest secret alone: the old one works until the promised end, and no rotation prolongs it', async () => {
    const { newSecret, newest } = await rotated();
    expect((await end(newest)).status).toBe(200);
    expect([await works(newSecret), await works(secret)]).toEqual([false, true]);
    api.time.now = noon + hourMs;
    expectProblem(await rotate({ graceHours: 1 }), 'grace_running');
    const { body } = await rotate({ graceHours: 24 });
    expect(body.key.secrets[1].expiresAt).toBe(new Date(noon + 24 * hourMs).toISOString());
    expect([await works(body.secret), await works(secret)]).toEqual([true, true]);
  });

  test('changes nothing the second time, nor for a secret that has expired', async () => {
    const { old } = await rotated();
    const first = await end(old);
    expect(await end(old)).toMatchObject({ status: 200, body: first.body });
    const { activity } = (await api.call(user, 'GET', '/v1/activity')).body;
    expect(activity.filter(({ action }: { action: string }) => action === 'secret_ended')).toHaveLength(1);
    const again = await rotated();
    api.time.now = noon + 25 * hourMs;
    expect((await end(again.old)).status).toBe(200);
    expect(await works(again.newSecret)).toBe(true);
  });

  test('a repeated request ends nothing that a later rotation has made', async () => {
    const { old } = await rotated();
    const once = { headers: { 'idempotency-key': 'end-1' } };
    expect((await end(old, once)).status).toBe(200);
    expect((await end(old, once)).status).toBe(200);
  });

  test('refuses to end the only secret that works, a secret of no key, and one of a revoked key', async () => {
    const { body } = await api.call(user, 'GET', `/v1/keys/${keyId}`);
    const [{ secretId }] = body.secrets;
    expectProblem(await end(secretId), 'last_secret');
    expect(await works(secret)).toBe(true);
    expectProblem(await end('0000000000000000'), 'secret_of_key_not_found');
    await revoke();
    expectProblem(await end(secretId), 'key_revoked');
  });
});
