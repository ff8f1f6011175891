import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRequestLimit, freeRequestBucket, requestBucket } from '../../src/accounts/account-request-limit.ts';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import { tokensOf } from '../../src/management-api/price-list.ts';
import { claimsOf, eventOf, newUser, startApi, type TestApi } from './api.ts';
import { expectProblem } from './problem.ts';

let api: TestApi;
const user = newUser();

beforeAll(async () => {
  api = await startApi();
});

beforeEach(() => {
  api.lines.length = 0;
});

const withBody = apiRoutes.filter(({ operation }) => 'body' in operation.request);
/** These accept an empty object and then call the user pool, which this test does not have. */
const callPool = ['confirmEmail', 'signOutEverywhere'];
const withoutPool = withBody.filter(({ operation }) => !callPool.includes(operation.id));
const targetOf = (path: string) => path.replace(/:\w+/, 'key_1');

describe('paths and methods', () => {
  test.each(['/v1/nothing', '/v1', '/', '/v2/account', '/v1/account/', '/v1//account', '/v1/keys/key_1/rotate/now'])(
    '%s is not there',
    async (path) => expectProblem(await api.call(user, 'GET', path), 'route_not_found'),
  );

  test.each([
    ['POST', '/v1/account', 'GET'],
    ['GET', '/v1/account/plan', 'PUT'],
    ['PUT', '/v1/keys', 'GET, POST'],
    ['POST', '/v1/keys/key_1', 'GET, PATCH'],
    ['PATCH', '/v1/keys/key_1/rotate', 'POST'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const answer = await api.call(user, method, path);
    expectProblem(answer, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });
});

describe.each(withBody)('the body of $method $path', ({ method, path }) => {
  const send = (text: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    api.call(user, method, targetOf(path), { text, headers });

  test('is refused if it is not JSON', async () => {
    for (const text of ['', '{', '{"name":}', 'name=one']) expectProblem(await send(text), 'invalid_request');
  });

  test('is refused if it is not an object', async () => {
    for (const text of ['null', '1', '"text"', '[]', '[{}]']) expectProblem(await send(text), 'invalid_request');
  });

  test('is refused if it is too large', async () => {
    expectProblem(await send(JSON.stringify({ name: 'x'.repeat(10_000) })), 'request_too_large');
    expectProblem(await send(JSON.stringify({ name: 'é'.repeat(5_000) })), 'request_too_large');
  });

  test('is refused without a JSON content type', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/jsonp' }, {}]) {
      const event = eventOf(claimsOf(user), method, targetOf(path), { text: '{}', headers });
      if (!('content-type' in headers)) event.headers['content-type'] = '';
      expectProblem(await api.handle(event), 'unsupported_media_type');
    }
  });
});

describe('bodies', () => {
  test('are accepted in base64, as API Gateway sends unknown media types', async () => {
    const event = eventOf(claimsOf(newUser()), 'POST', '/v1/keys', { json: { name: 'ключ' } });
    const encoded = { ...event, body: Buffer.from(event.body ?? '').toString('base64'), isBase64Encoded: true };
    encoded.headers['content-type'] = 'Application/JSON; charset=utf-8';
    expect(await api.handle(encoded)).toMatchObject({ status: 201, body: { key: { name: 'ключ' } } });
  });

  test('of a GET request are ignored', async () => {
    expect((await api.call(user, 'GET', '/v1/account', { text: '{' })).status).toBe(200);
  });

  test('of any kind never lead to a server error', async () => {
    const someone = newUser();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withoutPool), fc.json({ maxDepth: 3 }), async ({ method, path }, text) => {
        const { status } = await api.call(someone, method, targetOf(path), { text });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});

describe('queries', () => {
  test.each(apiRoutes.filter(({ method }) => method === 'GET'))(
    '$path refuses an unknown parameter',
    async ({ path }) => {
      const answer = await api.call(user, 'GET', `${targetOf(path).replace(':requestId', 'x')}?colour=red`);
      expectProblem(answer, 'invalid_request', {
        errors: [{ at: 'query.colour', message: expect.any(String) }],
      });
    },
  );
});

describe('every response', () => {
  test('has the request id, like the log and a problem, and is not cached', async () => {
    const event = eventOf(claimsOf(user), 'GET', '/v1/nothing');
    const { headers, body } = await api.handle(event);
    const { requestId } = event.requestContext;
    expect(headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' });
    expect(body.requestId).toBe(requestId);
    expect(api.lines).toMatchObject([
      { level: 'info', event: 'api_request', requestId, status: 404, problem: 'route_not_found' },
    ]);
  });

  test('is logged with operation, account and status', async () => {
    await api.call(user, 'GET', '/v1/plans');
    expect(api.lines).toEqual([
      {
        level: 'info',
        event: 'api_request',
        requestId: expect.any(String),
        method: 'GET',
        operation: 'listPlans',
        accountId: user.sub,
        clientAddress: '203.0.113.7',
        status: 200,
        durationMs: 0,
      },
    ]);
  });
});

describe('internal information', () => {
  test('about a failure is logged and not returned', async () => {
    const broken = await startApi({ signingKey: () => Promise.reject(new Error('the safe is locked')) });
    const answer = await broken.call(user, 'GET', '/v1/keys');
    expectProblem(answer, 'internal_error');
    expect(JSON.stringify(answer)).not.toContain('safe');
    const { requestId } = answer.body;
    expect(broken.lines).toMatchObject([
      { level: 'error', event: 'api_failed', requestId, operation: 'listKeys', detail: 'Error: the safe is locked' },
      { event: 'api_request', requestId, status: 500, problem: 'internal_error' },
    ]);
  });

  test('is in no log line: secrets, hashes, bodies, names and email addresses', async () => {
    const someone = newUser();
    const created = (await api.call(someone, 'POST', '/v1/keys', { json: { name: 'launch codes' } })).body;
    const { keyId } = created.key;
    const rotated = (await api.call(someone, 'POST', `/v1/keys/${keyId}/rotate`, { json: { graceHours: 1 } })).body;
    await api.call(someone, 'POST', '/v1/keys', { json: { name: 'x', secret: created.secret } });
    await api.call(someone, 'GET', `/v1/keys?cursor=${created.secret}`);
    const log = JSON.stringify(api.lines);
    expect(api.lines).toHaveLength(4);
    for (const text of [created.secret, rotated.secret, 'slc_', 'launch codes', someone.email]) {
      expect(log).not.toContain(text);
    }
  });
});

describe('an account that sends too many requests', () => {
  test('gets 429 with Retry-After; changes cost more than reads, and other accounts are not affected', async () => {
    const { directory, clock, log } = api.deps;
    const limited = await startApi({ directory, takeTokens: createRequestLimit(directory, clock, log) });
    const [eager, other] = [newUser(), newUser()];
    const { tokens } = requestBucket;
    const cost = tokensOf('changeAccountPlan');
    expect(cost).toBeGreaterThan(5);
    for (let sent = 0; sent < tokens / cost - 1; sent += 1) {
      await limited.call(eager, 'PUT', '/v1/account/plan', { json: { planId: 'free' } });
    }
    for (let sent = 0; sent < cost; sent += 1) {
      expect((await limited.call(eager, 'GET', '/v1/plans')).status).toBe(200);
    }
    limited.lines.length = 0;
    const answer = await limited.call(eager, 'GET', '/v1/plans');
    expectProblem(answer, 'too_many_requests', {
      detail: 'Your account sends too many requests to the management API. Try again in 1 s.',
    });
    expect(answer.headers['retry-after']).toBe('1');
    expect(limited.lines).toMatchObject([{ event: 'api_request', status: 429, problem: 'too_many_requests' }]);
    expect((await limited.call(other, 'GET', '/v1/plans')).status).toBe(200);
  });

  test('gets its tokens back ten times as fast if its plan has a price', async () => {
    const taken: number[] = [];
    const limited = await startApi({ takeTokens: async (_, __, bucket) => void taken.push(bucket.tokensPerSecond) });
    const someone = newUser();
    await limited.call(someone, 'GET', '/v1/plans');
    await limited.assignPlan(someone, 'developer');
    taken.length = 0;
    await limited.call(someone, 'GET', '/v1/plans');
    expect(taken).toEqual([requestBucket.tokensPerSecond]);
    await limited.assignPlan(someone, 'free');
    taken.length = 0;
    await limited.call(someone, 'GET', '/v1/plans');
    expect(taken).toEqual([freeRequestBucket.tokensPerSecond]);
  });
});
