import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mintSecret } from '../../../src/keys/secret.ts';
import { dayMs, minuteMs } from '../../../src/time.ts';
import { maxTokens } from '../../../src/tokens/create-token.ts';
import { isWellFormedToken } from '../../../src/tokens/token-secret.ts';
import { UserDirectory } from '../../../src/users/user-directory.ts';
import { type ApiAnswer, newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const password = 'correct-horse-7';

/** Has one password for all. */
class OnePassword extends UserDirectory {
  constructor() {
    super({ send: () => Promise.reject(new Error('This test has no user pool.')) }, 'none');
  }

  override isPassword = async (_: string, __: unknown, given: string) => given === password;
}

let api: TestApi;
let user: User;
beforeAll(async () => {
  api = await startApi({ users: new OnePassword() });
});
beforeEach(() => {
  api.time.now = noon;
  user = newUser();
});

const asked = { name: 'Terraform', permissions: ['read'], expiresInDays: 90, password };
const create = (changes: object = {}, headers = {}): Promise<ApiAnswer> =>
  api.call(user, 'POST', '/v1/tokens', { json: { ...asked, ...changes }, headers });
const list = async () => (await api.call(user, 'GET', '/v1/tokens')).body.tokens;
const revoke = (tokenId: string) => api.call(user, 'POST', `/v1/tokens/${tokenId}/revoke`);
const newToken = async (...permissions: string[]): Promise<string> => (await create({ permissions })).body.secret;
const activity = async () => (await api.call(user, 'GET', '/v1/activity')).body.activity;
const forbidden = { status: 403, body: { message: 'Forbidden' } };

describe('POST tokens', () => {
  test('shows the token once; only its hash is stored, and no line is logged with it', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(isWellFormedToken(body.secret)).toBe(true);
    expect(body.token).toMatchObject({
      name: 'Terraform',
      state: 'active',
      permissions: ['read'],
      firstCharacters: body.secret.slice(0, 8),
      expiresAt: new Date(noon + 90 * dayMs).toISOString(),
      lastUsedAt: null,
    });
    expect(await list()).toEqual([body.token]);
    const rows = JSON.stringify(await Array.fromAsync(api.deps.directory.query(`ACCOUNT#${user.sub}`)));
    for (const text of [rows, JSON.stringify(await activity()), JSON.stringify(api.lines)]) {
      expect(text).not.toContain(body.secret.slice(8, 30));
      expect(text).not.toContain(password);
    }
  });

  test('needs the password, because a token outlives a stolen session', async () => {
    expectProblem(await create({ password: 'wrong-horse-7' }), 'wrong_password');
    expect(await list()).toEqual([]);
  });

  test('repeated with its Idempotency-Key, creates nothing and shows no secret', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await create({}, headers);
    const again = await create({}, headers);
    expect(again).toMatchObject({ status: 200, body: { secret: null, token: first.body.token } });
    expect(await list()).toHaveLength(1);
    expectProblem(await create({ name: 'Other' }, headers), 'idempotency_conflict');
  });

  test.each([
    [{ permissions: [] }, 'invalid_request'],
    [{ permissions: ['account'] }, 'invalid_request'],
    [{ permissions: 'read' }, 'invalid_request'],
    [{ expiresInDays: 0 }, 'invalid_request'],
    [{ expiresInDays: 366 }, 'invalid_request'],
    [{ expiresInDays: 1.5 }, 'invalid_request'],
    [{ expiresInDays: undefined }, 'invalid_request'],
    [{ name: '' }, 'invalid_request'],
    [{ name: 'a\u202eb' }, 'invalid_token_name'],
    [{ scope: 'all' }, 'invalid_request'],
  ] as const)('%j is refused', async (changes, code) => {
    expectProblem(await create(changes), code);
    expect(await list()).toEqual([]);
  });

  test('stops at the limit, also for requests at once; a revoked or an expired token makes room', async () => {
    await create({ expiresInDays: 1 });
    api.time.now = noon + 1;
    for (let count = 2; count < maxTokens; count += 1) await create();
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expectProblem(await create(), 'token_limit_reached', { allowed: maxTokens });
    const [newest] = await list();
    await revoke(newest.tokenId);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
    api.time.now = noon + dayMs;
    expect((await list()).at(-1).state).toBe('expired');
    expect((await create()).status).toBe(201);
    expect(await list()).toHaveLength(maxTokens);
    expectProblem(await create(), 'token_limit_reached');
  });
});

describe('a token', () => {
  test('that reads reads, and is refused by what changes something', async () => {
    const token = await newToken('read');
    const { keyId } = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key;
    const seen = await api.callWithToken(token, 'GET', '/v1/keys');
    expect(seen).toMatchObject({ status: 200, body: { keys: [{ keyId }] } });
    for (const path of ['/v1/usage', '/v1/requests', '/v1/activity', '/v1/endpoints', '/v1/networks']) {
      expect((await api.callWithToken(token, 'GET', path)).status).toBe(200);
    }
    for (const [method, path, json] of [
      ['POST', '/v1/keys', { name: 'two' }],
      ['PATCH', `/v1/keys/${keyId}`, { name: 'two' }],
      ['POST', `/v1/keys/${keyId}/rotate`, { graceHours: 0 }],
      ['POST', `/v1/keys/${keyId}/revoke`, {}],
    ] as const) {
      expectProblem(await api.callWithToken(token, method, path, { json }), 'permission_missing');
    }
    expect((await api.call(user, 'GET', `/v1/keys/${keyId}`)).body).toMatchObject({ name: 'one', state: 'active' });
  });

  test('that manages keys creates, renames, rotates and revokes them, and reads nothing else', async () => {
    const token = await newToken('keys');
    const created = await api.callWithToken(token, 'POST', '/v1/keys', { json: { name: 'one' } });
    const { keyId } = created.body.key;
    const headers = { 'idempotency-key': 'rotation' };
    const rotate = { json: { graceHours: 1 }, headers };
    const rotated = await api.callWithToken(token, 'POST', `/v1/keys/${keyId}/rotate`, rotate);
    expect(rotated.body.secret).toMatch(/^slc_/);
    expect((await api.callWithToken(token, 'POST', `/v1/keys/${keyId}/rotate`, rotate)).body.secret).toBeNull();
    expect((await api.callWithToken(token, 'PATCH', `/v1/keys/${keyId}`, { json: { name: 'two' } })).status).toBe(200);
    expect((await api.callWithToken(token, 'POST', `/v1/keys/${keyId}/revoke`)).body.state).toBe('revoked');
    expectProblem(await api.callWithToken(token, 'GET', '/v1/usage'), 'permission_missing');
    expectProblem(await api.callWithToken(token, 'GET', '/v1/activity'), 'permission_missing');
  });

  test('is named in the activity of what it changed', async () => {
    const { secret, token } = (await create({ permissions: ['keys'] })).body;
    const { key } = (await api.callWithToken(secret, 'POST', '/v1/keys', { json: { name: 'one' } })).body;
    const byToken = { action: 'key_created', keyId: key.keyId, by: 'customer', tokenId: token.tokenId };
    const [made, born] = await activity();
    expect(made).toMatchObject({ ...byToken, tokenName: 'Terraform', address: '203.0.113.7', client: 'test' });
    expect(born).toMatchObject({
      action: 'token_created',
      tokenId: null,
      after: { name: 'Terraform', permissions: 'keys', days: 90 },
    });
  });

  test('reaches no key of another account', async () => {
    const owner = user;
    const { keyId } = (await api.call(owner, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key;
    user = newUser();
    const token = await newToken('read', 'keys');
    expectProblem(await api.callWithToken(token, 'GET', `/v1/keys/${keyId}`), 'key_not_found');
    expectProblem(await api.callWithToken(token, 'POST', `/v1/keys/${keyId}/revoke`), 'key_not_found');
    expect((await api.call(owner, 'GET', `/v1/keys/${keyId}`)).body.state).toBe('active');
  });

  test('reaches no other operation: its path does not exist', async () => {
    const token = await newToken('read', 'keys');
    for (const path of ['/v1/account', '/v1/billing', '/v1/tokens', '/v1/plans']) {
      expectProblem(await api.callWithToken(token, 'GET', path), 'route_not_found');
    }
    expectProblem(
      await api.callWithToken(token, 'POST', '/v1/account/delete', { json: { email: user.email, password } }),
      'route_not_found',
    );
  });

  test('is refused from the request after its revocation, and at its end', async () => {
    const { secret, token } = (await create({ expiresInDays: 1 })).body;
    api.time.now = noon + 1;
    const other = await newToken('read');
    api.time.now = noon + dayMs - 1;
    expect((await api.callWithToken(secret, 'GET', '/v1/keys')).status).toBe(200);
    api.time.now = noon + dayMs;
    expect(await api.callWithToken(secret, 'GET', '/v1/keys')).toMatchObject(forbidden);
    expect((await list()).at(-1)).toMatchObject({ tokenId: token.tokenId, state: 'expired' });
    const [{ tokenId }] = await list();
    expect((await revoke(tokenId)).body).toMatchObject({ tokenId, state: 'revoked' });
    expect(await api.callWithToken(other, 'GET', '/v1/keys')).toMatchObject(forbidden);
    expect(await list()).toHaveLength(1);
    // Again, and for a name: it changes nothing.
    expect((await revoke(tokenId)).body.state).toBe('revoked');
    const renamed = await api.call(user, 'PATCH', `/v1/tokens/${tokenId}`, { json: { name: 'two' } });
    expectProblem(renamed, 'token_not_found');
    expect((await activity()).filter(({ action }: { action: string }) => action === 'token_revoked')).toHaveLength(1);
  });

  test('that the authorizer accepted is refused if it was revoked, or its account deleted, since', async () => {
    const { token } = (await create()).body;
    const identity = { accountId: user.sub, tokenId: token.tokenId };
    const { claims, ...request } = {
      requestId: 'one',
      claims: undefined,
      headers: { host: 'api.example' },
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
    };
    const ask = async (lambda: unknown) => {
      const { requestId, headers } = request;
      const http = { method: 'GET', sourceIp: '127.0.0.1' };
      const requestContext = { requestId, domainName: 'api.example', http, authorizer: { lambda } };
      const path = { rawPath: '/by-token/v1/keys', rawQueryString: '' };
      return api.handle({ ...path, headers, isBase64Encoded: false, requestContext, claims });
    };
    expect((await ask(identity)).status).toBe(200);
    await revoke(token.tokenId);
    expectProblem(await ask(identity), 'unauthenticated');
    expectProblem(await ask({ ...identity, accountId: newUser().sub }), 'internal_error');
    for (const nothing of [undefined, null, {}, { accountId: user.sub }]) {
      expectProblem(await ask(nothing), 'unauthenticated');
    }
  });

  test('shows when it was last used, noted every five minutes', async () => {
    const token = await newToken('read');
    const lastUse = async () => (await list())[0].lastUsedAt;
    await api.callWithToken(token, 'GET', '/v1/keys');
    expect(await lastUse()).toBe(new Date(noon).toISOString());
    api.time.now = noon + 5 * minuteMs - 1;
    await api.callWithToken(token, 'GET', '/v1/keys');
    expect(await lastUse()).toBe(new Date(noon).toISOString());
    api.time.now = noon + 5 * minuteMs;
    await api.callWithToken(token, 'GET', '/v1/keys');
    expect(await lastUse()).toBe(new Date(api.time.now).toISOString());
  });

  test('can be renamed, which the activity tells', async () => {
    const { token } = (await create()).body;
    const path = `/v1/tokens/${token.tokenId}`;
    expect((await api.call(user, 'PATCH', path, { json: { name: ' CI ' } })).body.name).toBe('CI');
    expect((await activity())[0]).toMatchObject({
      action: 'token_renamed',
      before: { name: 'Terraform' },
      after: { name: 'CI' },
    });
    expectProblem(await api.call(newUser(), 'PATCH', path, { json: { name: 'mine' } }), 'token_not_found');
    expectProblem(await api.call(newUser(), 'POST', `${path}/revoke`), 'token_not_found');
    expectProblem(await api.call(user, 'PATCH', path, { json: { name: '\u0007' } }), 'invalid_token_name');
  });

  test('is not a key: a key’s secret is refused here', async () => {
    const { secret } = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).body;
    expect(await api.callWithToken(secret, 'GET', '/v1/keys')).toMatchObject(forbidden);
    expect(await api.callWithToken(mintSecret(), 'GET', '/v1/keys')).toMatchObject(forbidden);
  });
});
