import { beforeAll, describe, expect, test } from '@jest/globals';
import { effectiveLimits } from '../../../src/keys/key-slots.ts';
import { authorizationOf } from '../../keys/authorization.ts';
import { planNamed } from '../../support/plans.ts';
import { plans } from '../../support/settings.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const { keys: allowed, limits } = plans.free;

const create = async (user: User) => (await api.call(user, 'POST', '/v1/keys', { json: { name: 'a key' } })).body;
/** Makes keys, one after the other. */
async function createSome(user: User, count: number) {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await create(user));
  return made;
}

const revoke = (user: User, keyId: string) => api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);
const listed = async (user: User) => (await api.call(user, 'GET', '/v1/keys')).body.keys;

/** Makes calls with a secret, like the proxy; true if they were admitted. */
async function call(secret: string, n: number): Promise<boolean> {
  const authorization = await authorizationOf(api.deps.directory, secret, api.deps.clock);
  if (typeof authorization === 'string') throw new Error(authorization);
  const own = effectiveLimits(limits, authorization, api.time.now);
  return !('refused' in (await api.admissions.admit(authorization.keyId, () => own, n)));
}

describe('a key that is revoked and created again', () => {
  test('25 times in 3 s allows no more calls a day than the plan’s keys may make', async () => {
    const user = newUser();
    const others = await createSome(user, allowed - 1);
    let made = 0;
    let last = await create(user);
    for (let round = 0; round < 25; round += 1) {
      api.time.now += 125;
      if (await call(last.secret, 1)) made += 1;
      await revoke(user, last.key.keyId);
      last = await create(user);
    }
    expect(made).toBe(25);
    const shown = await listed(user);
    expect(shown).toHaveLength(allowed);
    const left = shown.map(({ limits: own, calls }: typeof last.key) => own.callsPerDay - calls.today);
    expect(left).toEqual([limits.callsPerDay - made, ...others.map(() => limits.callsPerDay)]);
    expect(others.map(({ key }) => key.startedWith)).toEqual(others.map(() => null));
  });

  test('shows the calls it starts with and until when, and has its full quota the next day', async () => {
    const user = newUser();
    api.time.now = noon;
    const first = await create(user);
    await createSome(user, allowed - 1);
    expect(await call(first.secret, 7)).toBe(true);
    await revoke(user, first.key.keyId);
    const { key, secret } = await create(user);
    expect(key).toMatchObject({
      startedWith: { calls: 7, until: '2026-11-21T00:00:00.000Z' },
      limits: { ...limits, callsPerDay: limits.callsPerDay - 7 },
      calls: { today: 0 },
    });
    expect(await call(secret, 2)).toBe(true);
    const rotated = await api.call(user, 'POST', `/v1/keys/${key.keyId}/rotate`, { json: { graceHours: 0 } });
    expect(rotated.body.key).toMatchObject({ startedWith: { calls: 7 }, calls: { today: 2 } });
    const [revoked] = (await api.call(user, 'GET', '/v1/keys?state=revoked')).body.keys;
    expect(revoked).toMatchObject({ keyId: first.key.keyId, startedWith: null, calls: { today: 7 } });
    api.time.now = Date.UTC(2026, 10, 21);
    const again = (await listed(user)).find(({ keyId }: typeof key) => keyId === key.keyId);
    expect(again).toMatchObject({ startedWith: null, limits, calls: { today: 0 } });
    api.time.now = noon;
  });

  test('starts with no calls while a slot is unused, and after a change to a larger plan', async () => {
    const user = newUser();
    const first = await create(user);
    expect(await call(first.secret, 5)).toBe(true);
    await revoke(user, first.key.keyId);
    for (const { key } of await createSome(user, allowed - 1)) expect(key.startedWith).toBeNull();
    const larger = planNamed('scale');
    await api.assignPlan(user, larger.id);
    for (const { key } of await createSome(user, larger.keys - allowed)) expect(key.startedWith).toBeNull();
    expect((await create(user)).key.startedWith).toMatchObject({ calls: 5 });
  });

  test('is not created if today’s calls cannot be read', async () => {
    const user = newUser();
    const first = await create(user);
    await createSome(user, allowed - 1);
    await revoke(user, first.key.keyId);
    const blind = await startApi({
      directory: api.deps.directory,
      readCalls: () => Promise.reject(new Error('down')),
    });
    expect((await blind.call(user, 'POST', '/v1/keys', { json: { name: 'late' } })).status).toBe(500);
    expect(await listed(user)).toHaveLength(allowed - 1);
    expect((await create(user)).key.startedWith).toBeNull();
  });
});
