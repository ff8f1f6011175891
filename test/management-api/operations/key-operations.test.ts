import { beforeAll, describe, expect, test } from '@jest/globals';
import { secretItemKey } from '../../../src/directory/secret-item.ts';
import { hashSecret, isWellFormedSecret } from '../../../src/keys/secret.ts';
import { keysOfDayFactor } from '../../../src/management-api/keys-of-day.ts';
import { TransactionConflictError } from '../../../src/table/directory-table.ts';
import { hiddenNames } from '../../keys/hidden-names.ts';
import { keyNames } from '../../support/plans.ts';
import { plans } from '../../support/settings.ts';
import { recordOf } from '../../usage/record.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const create = (user: User, name: string, headers: Record<string, string> = {}) =>
  api.call(user, 'POST', '/v1/keys', { json: { name }, headers: { 'content-type': 'application/json', ...headers } });

const namesOf = (body: { keys: { name: string }[] }) => body.keys.map(({ name }) => name);

describe('POST keys', () => {
  test('creates a key and returns its secret', async () => {
    const { status, body } = await create(newUser(), ' staging ');
    expect(status).toBe(201);
    expect(isWellFormedSecret(body.secret)).toBe(true);
    expect(body.key).toEqual({
      keyId: expect.stringMatching(/^key_/),
      name: 'staging',
      state: 'active',
      createdAt: new Date(noon).toISOString(),
      revoked: null,
      lastUsedAt: null,
      secrets: [
        { secretId: expect.any(String), firstCharacters: body.secret.slice(0, 8), expiresAt: null, leakedAt: null },
      ],
      limits: plans.free.limits,
      startedWith: null,
      calls: { thisSecond: 0, today: 0, resetsAt: '2026-11-21T00:00:00.000Z' },
    });
    expect(await api.deps.directory.get(secretItemKey(hashSecret(body.secret)))).toMatchObject({ state: 'active' });
  });

  test('never returns the secret again', async () => {
    const user = newUser();
    const { secret } = (await create(user, 'one')).body;
    expect(JSON.stringify(await api.call(user, 'GET', '/v1/keys'))).not.toContain(secret);
  });

  test('creates ten times the keys of the plan in a day, and says when there are more', async () => {
    const user = newUser();
    const most = keysOfDayFactor * plans.free.keys;
    const revoke = (keyId: string) => api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);
    let last = '';
    for (let made = 0; made < most; made += 1) {
      if (last !== '') await revoke(last);
      const { status, body } = await create(user, 'one', { 'idempotency-key': String(made) });
      expect(status).toBe(201);
      last = body.key.keyId;
    }
    const refused = await create(user, 'one');
    expectProblem(refused, 'too_many_requests', {
      detail: expect.stringMatching(
        /^Your account has created 30 keys today \(UTC\).* Rotate a key instead\. Try again in/,
      ),
    });
    expect(Number(refused.headers['retry-after'])).toBe(12 * 3_600);
    // A lost answer can be asked for again.
    expect((await create(user, 'one', { 'idempotency-key': String(most - 1) })).status).toBe(200);
    expect((await create(newUser(), 'one')).status).toBe(201);
  });

  test('counts only keys that were created', async () => {
    const user = newUser();
    for (let tries = 0; tries < keysOfDayFactor * plans.free.keys; tries += 1) {
      expectProblem(await create(user, '\u200b'), 'invalid_key_name');
    }
    const { body } = await create(user, 'one', { 'idempotency-key': 'a' });
    for (let tries = 0; tries < keysOfDayFactor * plans.free.keys; tries += 1) {
      expect((await create(user, 'one', { 'idempotency-key': 'a' })).body.key.keyId).toBe(body.key.keyId);
    }
    expect((await create(user, 'two')).status).toBe(201);
  });

  test('creates one key when repeated with the same Idempotency-Key, and returns no secret again', async () => {
    const user = newUser();
    const first = await create(user, 'one', { 'idempotency-key': 'a' });
    const again = await create(user, 'one', { 'idempotency-key': 'a' });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 200, body: { key: first.body.key, secret: null } });
    expect((await create(user, 'one', { 'idempotency-key': 'b' })).status).toBe(201);
    expect((await create(newUser(), 'one', { 'idempotency-key': 'a' })).status).toBe(201);
    expect((await api.call(user, 'GET', '/v1/keys')).body.keys).toHaveLength(2);
  });

  test('creates one key for two concurrent requests with the same Idempotency-Key', async () => {
    const user = newUser();
    const both = await Promise.all([1, 2].map(() => create(user, 'one', { 'idempotency-key': 'a' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(both[0]?.body.key.keyId).toBe(both[1]?.body.key.keyId);
  });

  test('refuses an Idempotency-Key that was used with another name', async () => {
    const user = newUser();
    await create(user, 'one', { 'idempotency-key': 'a' });
    expectProblem(await create(user, 'two', { 'idempotency-key': 'a' }), 'idempotency_conflict');
  });

  test.each(['', 'a b', 'x'.repeat(256), 'ключ'])('refuses the Idempotency-Key %j', async (key) => {
    const answer = await create(newUser(), 'one', { 'idempotency-key': key });
    expectProblem(answer, 'invalid_request', {
      errors: [{ at: 'headers.idempotency-key', message: expect.any(String) }],
    });
  });

  test('refuses more keys than the plan allows, with the number it allows', async () => {
    const user = newUser();
    for (const name of keyNames(plans.free.keys)) expect((await create(user, name)).status).toBe(201);
    expectProblem(await create(user, 'one more'), 'key_limit_reached', { allowed: plans.free.keys });
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name of 65 characters', { name: 'x'.repeat(65) }],
    ['a name that is a number', { name: 1 }],
    ['a name that is null', { name: null }],
    ['an unknown field', { name: 'one', scopes: ['all'] }],
    ['an array', ['one']],
    ['a string', 'one'],
  ])('refuses %s', async (_, json) => {
    const answer = await api.call(newUser(), 'POST', '/v1/keys', { json });
    expectProblem(answer, 'invalid_request');
    expect(answer.body.errors[0]).toEqual({ at: expect.stringMatching(/^body/), message: expect.any(String) });
  });

  test('refuses a name of only spaces', async () => {
    expectProblem(await create(newUser(), '   '), 'invalid_key_name');
  });

  test.each(hiddenNames)('refuses the name %j for a new key and for an existing one', async (name) => {
    const user = newUser();
    expectProblem(await create(user, name), 'invalid_key_name');
    const { keyId } = (await create(user, 'plain')).body.key;
    expectProblem(await api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name } }), 'invalid_key_name');
  });
});

describe('GET keys', () => {
  test('returns the active keys, newest first, or the revoked ones', async () => {
    const user = newUser();
    for (const name of ['a', 'b', 'c']) {
      await create(user, name);
      api.time.now += 1;
    }
    const { keyId } = (await api.call(user, 'GET', '/v1/keys')).body.keys[1];
    await api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);
    for (const query of ['', '?state=active']) {
      const { status, body } = await api.call(user, 'GET', `/v1/keys${query}`);
      expect({ status, names: namesOf(body), nextCursor: body.nextCursor }).toEqual({
        status: 200,
        names: ['c', 'a'],
        nextCursor: null,
      });
    }
    const { body } = await api.call(user, 'GET', '/v1/keys?state=revoked');
    expect(body).toMatchObject({ keys: [{ name: 'b', state: 'revoked', secrets: [] }], nextCursor: null });
  });

  test('returns each revoked key on exactly one page, without the active ones in between', async () => {
    const user = newUser();
    for (const name of ['a', 'b', 'kept', 'c', 'd', 'e']) {
      const { keyId } = (await create(user, name)).body.key;
      api.time.now += 1;
      if (name !== 'kept') await api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);
    }
    const pages: string[][] = [];
    let cursor = '';
    do {
      const { body } = await api.call(user, 'GET', `/v1/keys?state=revoked&limit=2${cursor}`);
      pages.push(namesOf(body));
      cursor = body.nextCursor && `&cursor=${body.nextCursor}`;
    } while (cursor);
    expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  });

  test('shows today’s and this second’s calls, the limits and the last use', async () => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    await api.admissions.admit(keyId, () => plans.free.limits, 3);
    await api.record(recordOf({ keyId, accountId: user.sub, at: noon }));
    const { body } = await api.call(user, 'GET', '/v1/keys');
    expect(body.keys[0]).toMatchObject({
      lastUsedAt: new Date(noon).toISOString(),
      calls: { thisSecond: 3, today: 3, resetsAt: '2026-11-21T00:00:00.000Z' },
    });
  });

  test('shows the last use of today to the second, though the tally notes it every five minutes', async () => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    const lastUse = async () => (await api.call(user, 'GET', `/v1/keys/${keyId}`)).body.lastUsedAt;
    await api.record(recordOf({ keyId, accountId: user.sub, at: noon }));
    expect(await lastUse()).toBe('2026-11-20T12:00:00.250Z');
    for (const seconds of [61, 62, 120]) {
      api.time.now = noon + seconds * 1_000;
      await api.admissions.admit(keyId, () => plans.free.limits, 1);
    }
    api.time.now += 900_000;
    expect(await lastUse()).toBe('2026-11-20T12:02:00.000Z');
    api.time.now = noon;
    // Counted by a process whose clock is ahead.
    expect(await lastUse()).toBe('2026-11-20T12:00:00.250Z');
  });

  test('shows all calls of today after a change to a smaller plan', async () => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    await api.assignPlan(user, 'scale');
    await api.admissions.admit(keyId, () => ({ callsPerSecond: 50_000, callsPerDay: 50_000 }), 20_000);
    await api.assignPlan(user, 'free');
    const { body } = await api.call(user, 'GET', `/v1/keys/${keyId}`);
    expect(body).toMatchObject({ limits: plans.free.limits, calls: { thisSecond: 20_000, today: 20_000 } });
  });

  test('returns each key on exactly one page while new ones are created', async () => {
    const user = newUser();
    await api.assignPlan(user, 'scale');
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await create(user, name);
      api.time.now += 1;
    }
    const first = (await api.call(user, 'GET', '/v1/keys?limit=2')).body;
    await create(user, 'f');
    api.time.now += 1;
    const second = (await api.call(user, 'GET', `/v1/keys?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await api.call(user, 'GET', `/v1/keys?limit=1&cursor=${second.nextCursor}`)).body;
    expect([first, second, third].map(namesOf)).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
    expect(third.nextCursor).toBeNull();
  });

  test('refuses a cursor of another filter or account, and a changed or invented cursor', async () => {
    const user = newUser();
    for (const name of ['a', 'b']) await create(user, name);
    const { nextCursor } = (await api.call(user, 'GET', '/v1/keys?limit=1')).body;
    const refused = async (asker: User, query: string) =>
      expectProblem(await api.call(asker, 'GET', `/v1/keys?${query}`), 'invalid_cursor');
    await refused(user, `state=revoked&cursor=${nextCursor}`);
    await refused(newUser(), `cursor=${nextCursor}`);
    await refused(user, `cursor=${nextCursor}x`);
    await refused(user, `cursor=x${nextCursor}`);
    await refused(user, 'cursor=1');
    await refused(user, 'cursor=');
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'state=paused',
    'page=2',
    'limit=1&limit=2',
  ])('refuses %s', async (query) =>
    expectProblem(await api.call(newUser(), 'GET', `/v1/keys?${query}`), 'invalid_request'),
  );
});

describe('PATCH keys/{id}', () => {
  test('renames a key', async () => {
    const user = newUser();
    const { key } = (await create(user, 'one')).body;
    const { status, body } = await api.call(user, 'PATCH', `/v1/keys/${key.keyId}`, { json: { name: 'two' } });
    expect({ status, body }).toEqual({ status: 200, body: { ...key, name: 'two' } });
    expect(namesOf((await api.call(user, 'GET', '/v1/keys')).body)).toEqual(['two']);
  });

  test('loses no concurrent change', async () => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    const [renamed, rotated, created] = await Promise.all([
      api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name: 'two' } }),
      api.call(user, 'POST', `/v1/keys/${keyId}/rotate`, { json: { graceHours: 1 } }),
      create(user, 'three'),
    ]);
    expect([renamed, rotated, created].map(({ status }) => status)).toEqual([200, 200, 201]);
    const { keys } = (await api.call(user, 'GET', '/v1/keys')).body;
    const key = keys.find((candidate: { keyId: string }) => candidate.keyId === keyId);
    expect(key).toMatchObject({ name: 'two', secrets: [{ expiresAt: null }, { expiresAt: expect.any(String) }] });
    expect(keys).toHaveLength(2);
  });

  test('answers account_busy if other requests keep changing the account', async () => {
    const conflict = () => Promise.reject(new TransactionConflictError('always'));
    const busy = await startApi({ directory: { ...api.deps.directory, transact: conflict } });
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    expectProblem(await busy.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name: 'two' } }), 'account_busy');
  });

  test('refuses a revoked key', async () => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    await api.call(user, 'POST', `/v1/keys/${keyId}/revoke`);
    expectProblem(await api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name: 'two' } }), 'key_revoked');
  });

  test.each([{}, { name: '' }, { name: ['two'] }, { name: 'two', state: 'active' }])('refuses %j', async (json) => {
    const user = newUser();
    const { keyId } = (await create(user, 'one')).body.key;
    expectProblem(await api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json }), 'invalid_request');
  });
});

describe('if the counters of a key cannot be read', () => {
  const broken = { get: () => Promise.reject(new Error('down')) };

  test('a new key’s secret is still returned, without figures', async () => {
    const sound = api.deps.usage;
    const impaired = await startApi({ usage: { ...sound, ...broken } });
    const made = await impaired.call(newUser(), 'POST', '/v1/keys', { json: { name: 'one' } });
    expect(made).toMatchObject({ status: 201, body: { key: { calls: null, lastUsedAt: null } } });
    expect(isWellFormedSecret(made.body.secret)).toBe(true);
    expect(impaired.lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'key_figures_unknown' }));
  });
});
