import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { onHttpEvents } from '../../lambda/http-event.ts';
import { listActivity } from '../../src/directory/activity.ts';
import { tokenItemKey } from '../../src/directory/token-items.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import type { LeakResponse } from '../../src/leaks/handle-leak.ts';
import { createPublicApi } from '../../src/management-api/public-app.ts';
import type { PublicApiDeps } from '../../src/management-api/public-operation.ts';
import { createDirectory } from '../../src/table/directory-table.ts';
import { connectDynamoDb } from '../../src/table/sdk-table.ts';
import { mintToken } from '../../src/tokens/token-secret.ts';
import { refusing } from '../aws/sick-aws.ts';
import { eventOf } from '../management-api/api.ts';
import { expectProblem } from '../management-api/problem.ts';
import { dynamoDbOptions } from '../support/dynamodb.ts';
import { hanging, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { password, type Session, startUserWorld, type UserWorld } from '../users/user-world.ts';
import { GitHubSigner } from './github-signer.ts';

const hourMs = 3_600_000;

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld();
});
afterAll(async () => {
  await stopUpstreams();
  await world.stop();
});
beforeEach(() => world.forward(2 * hourMs));

let customers = 0;
async function customerWithKey() {
  customers += 1;
  const session = await world.becomeCustomer(`leak${customers}@b.example`);
  const { body } = await world.call(session, 'POST', '/v1/keys', { json: { name: 'bot' } });
  const { key, secret } = Object(body);
  return { session, keyId: String(key.keyId), secret: String(secret) };
}

/** The function for callers without a token, with a table that counts its calls. */
function reporter(leaks: Partial<PublicApiDeps['leaks']> = {}, table = world.directory) {
  const calls: string[] = [];
  const directory = new Proxy(table, {
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const deps: PublicApiDeps = {
    ...world.api.deps,
    directory,
    leaks: { byHolder: 'report', gitHub: undefined, ...leaks },
    clientAddress: async ({ sourceIp }) => sourceIp,
    sendMail: async () => {},
    onLimit: () => {},
  };
  const handler = onHttpEvents(createPublicApi(deps));
  const post = async (path: string, headers: Record<string, string>, text = '', sourceIp = '198.51.100.7') => {
    const event = eventOf({}, 'POST', path, { text, headers });
    const { authorizer: _, ...requestContext } = event.requestContext;
    const http = { ...requestContext.http, sourceIp };
    const {
      statusCode = 0,
      headers: answered = {},
      body = '',
    } = await handler({ ...event, requestContext: { ...requestContext, http } });
    const named = Object.entries(answered).map(([name, value]) => [name, String(value)]);
    return { status: statusCode, headers: Object.fromEntries(named), body: JSON.parse(body), text: body };
  };
  return {
    calls,
    report: (secret: string, sourceIp?: string, text = '') =>
      post('/v1/key/revoke', { 'x-api-key': secret }, text, sourceIp),
    fromGitHub: (headers: Record<string, string>, body: string) => post('/v1/leaks/github', headers, body),
  };
}

const activityOf = async ({ accountId }: Session) =>
  (await listActivity(world.directory, accountId, { from: 0, limit: 100 })).rows;
const actionsOf = async (session: Session) => (await activityOf(session)).map(({ action }) => action);
const keyOf = async (session: Session, keyId: string) =>
  Object((await world.call(session, 'GET', `/v1/keys/${keyId}`)).body);
const rotate = async (session: Session, keyId: string, graceHours: number): Promise<string> => {
  const { body } = await world.call(session, 'POST', `/v1/keys/${keyId}/rotate`, { json: { graceHours } });
  return String(Object(body).secret);
};

describe('POST /v1/key/revoke', () => {
  test('reports the secret, at most once per key and hour, and marks it until it ends', async () => {
    const { session, keyId, secret } = await customerWithKey();
    const { report } = reporter();
    for (let times = 0; times < 3; times += 1) {
      expect(await report(secret)).toMatchObject({ status: 200, body: { action: 'report' } });
    }
    const [row, ...others] = await activityOf(session);
    expect(row).toMatchObject({
      action: 'key_leak_reported',
      by: 'holder',
      keyId,
      address: '198.51.100.7',
      after: { secret: secret.slice(0, 8) },
    });
    expect(others.map(({ action }) => action)).not.toContain('key_leak_reported');
    // Customers do not learn who reported it.
    const { body } = await world.call(session, 'GET', '/v1/activity');
    expect(Object(body).activity[0]).toMatchObject({ by: 'holder', address: null, client: null });
    expect((await keyOf(session, keyId)).secrets).toMatchObject([{ leakedAt: expect.any(String) }]);
    world.forward(hourMs);
    await report(secret);
    expect((await actionsOf(session)).filter((action) => action === 'key_leak_reported')).toHaveLength(2);
    const fresh = await rotate(session, keyId, 1);
    expect((await keyOf(session, keyId)).secrets).toMatchObject([
      { leakedAt: null },
      { firstCharacters: secret.slice(0, 8), leakedAt: expect.any(String) },
    ]);
    // The second secret of the key is marked, too, without a second row in the hour.
    await report(fresh);
    expect((await keyOf(session, keyId)).secrets.map((one: { leakedAt: unknown }) => typeof one.leakedAt)).toEqual([
      'string',
      'string',
    ]);
    expect((await actionsOf(session)).filter((action) => action === 'key_leak_reported')).toHaveLength(2);
    expect(await keyOf(session, keyId)).toMatchObject({ state: 'active', revoked: null });
  });

  test('revokes the key, if the operator has chosen that, and the key says how', async () => {
    const { session, keyId, secret } = await customerWithKey();
    const { report } = reporter({ byHolder: 'revoke' });
    for (let times = 0; times < 2; times += 1) {
      expect(await report(secret)).toMatchObject({ status: 200, body: { action: 'revoke' } });
    }
    const revoked = { at: expect.any(String), by: 'holder', tokenName: null };
    expect(await keyOf(session, keyId)).toMatchObject({ state: 'revoked', secrets: [], revoked });
    expect(await actionsOf(session)).toEqual(['key_revoked', 'key_created', 'account_created']);
  });

  test('an old secret, which no longer works, never harms its key', async () => {
    const { session, keyId, secret } = await customerWithKey();
    await rotate(session, keyId, 0);
    const { report } = reporter({ byHolder: 'revoke' });
    expect(await report(secret)).toMatchObject({ status: 200, body: { action: 'revoke' } });
    const next = await rotate(session, keyId, 1);
    const last = await rotate(session, keyId, 1);
    // Replaced during the grace period, which ends it at once.
    await report(next);
    expect(await keyOf(session, keyId)).toMatchObject({ state: 'active' });
    world.forward(2 * hourMs);
    expect(await keyOf(session, keyId)).toMatchObject({ state: 'active' });
    await report(last);
    expect(await keyOf(session, keyId)).toMatchObject({ state: 'revoked' });
  });

  test('answers an unknown secret, and one of a deleted account, as it answers a working one', async () => {
    const { session, secret } = await customerWithKey();
    const working = await customerWithKey();
    for (const byHolder of ['report', 'revoke'] as const) {
      const { report } = reporter({ byHolder });
      const expected = { status: 200, text: JSON.stringify({ action: byHolder }) };
      expect(await report(working.secret)).toMatchObject(expected);
      expect(await report(mintSecret())).toMatchObject(expected);
      expect(await report(mintToken())).toMatchObject(expected);
    }
    await world.directory.update({
      key: { pk: `ACCOUNT#${session.accountId}`, sk: 'ACCOUNT' },
      update: 'SET #state = :deleting',
      names: { '#state': 'state' },
      values: { ':deleting': 'deleting' },
    });
    expect(await reporter().report(secret)).toMatchObject({ status: 200, text: '{"action":"report"}' });
  });

  test.each([
    ['nothing', ''],
    ['a wrong checksum', `slc_${'0'.repeat(38)}`],
    ['a prefix of one letter', mintSecret().slice(2)],
    ['two secrets', `${mintSecret()},${mintSecret()}`],
    ['a long text', 'x'.repeat(9_000)],
  ])('refuses %s without a call to the table', async (_, secret) => {
    const { calls, report } = reporter();
    expectProblem(await report(secret), 'invalid_request');
    expect(calls).toEqual([]);
  });

  test.each(['null', '[]', '{"secret":"x"', '\u0000'])('needs no body, so %j is ignored', async (text) => {
    const { session, secret } = await customerWithKey();
    expect(await reporter().report(secret, undefined, text)).toMatchObject({ status: 200, body: { action: 'report' } });
    expect(await actionsOf(session)).toContain('key_leak_reported');
  });

  test.each([
    ['throttles', refusing('ThrottlingException')],
    ['is silent', hanging],
  ])('while the table %s, it is an error without the secret, and a repetition counts once', async (_, sick) => {
    const { session, secret } = await customerWithKey();
    const { url } = await startUpstream(sick);
    const requestHandler = { requestTimeout: 20, throwOnRequestTimeout: true };
    const client = connectDynamoDb({ ...dynamoDbOptions(), endpoint: url, maxAttempts: 1, requestHandler });
    const before = world.api.lines.length;
    const { status, text } = await reporter({}, createDirectory(client, 'Directory')).report(secret);
    client.destroy();
    expect(status).toBe(500);
    expect(text + JSON.stringify(world.api.lines.slice(before))).not.toContain(secret.slice(8));
    const { report } = reporter();
    for (let times = 0; times < 2; times += 1) expect((await report(secret)).status).toBe(200);
    expect((await actionsOf(session)).filter((action) => action === 'key_leak_reported')).toHaveLength(1);
  });

  test('a token of which DynamoDB has deleted one of its two items is unknown', async () => {
    const { session } = await customerWithKey();
    const asked = { name: 'CI', permissions: ['keys'], expiresInDays: null, password };
    const { token, secret } = Object((await world.call(session, 'POST', '/v1/tokens', { json: asked })).body);
    const key = tokenItemKey(session.accountId, token.tokenId);
    await world.directory.transact([{ delete: key, condition: 'attribute_exists(pk)' }]);
    expect(await reporter().report(secret)).toMatchObject({ status: 200, text: '{"action":"report"}' });
    expect(await reporter({ byHolder: 'revoke' }).report(secret)).toMatchObject({ status: 200 });
  });

  test('one network reports at most 100 secrets in an hour', async () => {
    const { report } = reporter();
    const from = '198.51.100.99';
    const known = mintSecret();
    for (let count = 0; count < 100; count += 1) expect((await report(known, from)).status).toBe(200);
    expectProblem(await report(known, from), 'too_many_requests');
    expect((await report(known, '198.51.100.98')).status).toBe(200);
  });

  test('is not there if the operator has turned it off', async () => {
    const { session, secret } = await customerWithKey();
    const { calls, report } = reporter({ byHolder: 'off' });
    expectProblem(await report(secret), 'route_not_found');
    expect(calls).toEqual([]);
    expect(await actionsOf(session)).toEqual(['key_created', 'account_created']);
  });

  test.each<[LeakResponse, object]>([
    ['report', { state: 'active', leakReportedAt: expect.any(String) }],
    ['revoke', { state: 'revoked' }],
  ])('an account token is treated alike: %s', async (byHolder, expected) => {
    const { session } = await customerWithKey();
    const asked = { name: 'CI', permissions: ['keys'], expiresInDays: null, password };
    const { secret } = Object((await world.call(session, 'POST', '/v1/tokens', { json: asked })).body);
    const { report } = reporter({ byHolder });
    await report(secret);
    await report(secret);
    const action = byHolder === 'report' ? 'token_leak_reported' : 'token_revoked';
    expect((await actionsOf(session)).filter((one) => one === action)).toHaveLength(1);
    const listed = Object((await world.call(session, 'GET', '/v1/tokens')).body).tokens;
    expect(listed).toMatchObject(byHolder === 'report' ? [expected] : []);
  });
});

describe('POST /v1/leaks/github', () => {
  const signer = new GitHubSigner();
  const gitHub = (response: LeakResponse = 'report') => ({
    response,
    findKey: async (identifier: string) => (identifier === signer.identifier ? signer.publicKey : undefined),
  });
  const url = 'https://github.com/octocat/Hello-World/blob/12345600b9cbe38a219f39a9941c9319b600c002/foo/bar.txt';
  const match = (token: string, more: object = {}) => ({ token, type: 'sluice_key', url, source: 'content', ...more });
  const reportOf = (...matches: object[]) => {
    const body = JSON.stringify(matches);
    return [signer.headersOf(body), body] as const;
  };

  test('says of each match whether it is a secret of this gateway, and reports those with the place', async () => {
    const { session, keyId, secret } = await customerWithKey();
    const { fromGitHub } = reporter({ gitHub: gitHub() });
    const stranger = mintSecret();
    const garbage = `slc_${'a'.repeat(38)}`;
    const before = world.api.lines.length;
    const { status, body } = await fromGitHub(...reportOf(match(secret), match(stranger), match(garbage, { url: '' })));
    expect([status, body]).toEqual([
      200,
      [
        { token_raw: secret, token_type: 'sluice_key', label: 'true_positive' },
        { token_raw: stranger, token_type: 'sluice_key', label: 'false_positive' },
        { token_raw: garbage, token_type: 'sluice_key', label: 'false_positive' },
      ],
    ]);
    const [row] = await activityOf(session);
    expect(row).toMatchObject({ action: 'key_leak_reported', by: 'github', keyId });
    expect(row?.after).toEqual({ secret: secret.slice(0, 8), url, source: 'content' });
    const logged = JSON.stringify(world.api.lines.slice(before));
    for (const token of [secret, stranger, garbage]) expect(logged).not.toContain(token.slice(4));
  });

  test('revokes the keys, if the operator has chosen that, once each, however often they were found', async () => {
    const [one, other] = [await customerWithKey(), await customerWithKey()];
    const { body } = await world.call(one.session, 'POST', '/v1/keys', { json: { name: 'second' } });
    const second = String(Object(body).secret);
    const { fromGitHub } = reporter({ gitHub: gitHub('revoke') });
    const found = [one.secret, other.secret, second, one.secret, second].map((secret) => match(secret));
    const { status, body: labels } = await fromGitHub(...reportOf(...found));
    expect([status, Object(labels).length]).toEqual([200, 5]);
    for (const { session, keyId } of [one, other]) {
      expect(await keyOf(session, keyId)).toMatchObject({ state: 'revoked', revoked: { by: 'github' } });
    }
    expect((await actionsOf(one.session)).filter((action) => action === 'key_revoked')).toHaveLength(2);
    // A secret that no longer works is still one of ours.
    const again = await fromGitHub(...reportOf(match(one.secret)));
    expect(again.body).toMatchObject([{ label: 'true_positive' }]);
  });

  test('keeps no secret, also not as a part of the place', async () => {
    const { session, secret } = await customerWithKey();
    const { fromGitHub } = reporter({ gitHub: gitHub() });
    await fromGitHub(...reportOf(match(secret, { url: `https://github.com/a/b/blob/c/${secret}.txt`, source: 'Npm' })));
    const [row] = await activityOf(session);
    expect(row?.after).toEqual({ secret: secret.slice(0, 8), source: 'npm' });
  });

  test('500 matches are answered with one read each, and those with a wrong checksum with none', async () => {
    const { calls, fromGitHub } = reporter({ gitHub: gitHub() });
    const strangers = Array.from({ length: 250 }, () => match(mintSecret()));
    const garbage = strangers.map(({ token }) => match(`${token.slice(0, -6)}000000`));
    const { status, body } = await fromGitHub(...reportOf(...strangers, ...garbage));
    expect([status, Object(body).length]).toEqual([200, 500]);
    expect(calls).toEqual(Array.from({ length: 250 }, () => 'get'));
  });

  describe('refuses, without a call to the table,', () => {
    const body = JSON.stringify([match(mintSecret())]);
    const signed = signer.headersOf(body);
    const name = 'github-public-key-signature';
    test.each([
      ['a report without a signature', {}, body],
      ['an unknown identifier', { ...signed, 'github-public-key-identifier': 'other' }, body],
      ['an identifier of another form', { ...signed, 'github-public-key-identifier': '../../x' }, body],
      ['the signature of another body', signed, `${body} `],
      ['a signature that is not base64', { ...signed, [name]: '§' }, body],
      ['a signature that is not DER', { ...signed, [name]: 'AAAA' }, body],
      ['the signature of another key', new GitHubSigner(signer.identifier).headersOf(body), body],
      ['a body that is not JSON', signer.headersOf('['), '['],
      ['a body of another form', signer.headersOf('{"token":1}'), '{"token":1}'],
      ['matches of another form', signer.headersOf('[{"token":1}]'), '[{"token":1}]'],
    ])('%s', async (_, headers, text) => {
      const { calls, fromGitHub } = reporter({ gitHub: gitHub('revoke') });
      expect(await fromGitHub(headers, text)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
      expect(calls).toEqual([]);
    });

    test('a key of another curve', async () => {
      const weak = new GitHubSigner('weak', 'P-384');
      const findKey = async () => weak.publicKey;
      const { fromGitHub } = reporter({ gitHub: { response: 'revoke', findKey } });
      expect(await fromGitHub(weak.headersOf(body), body)).toMatchObject({ status: 400 });
    });

    test('everything if it is off', async () => {
      expectProblem(await reporter().fromGitHub(signed, body), 'route_not_found');
    });
  });
});
