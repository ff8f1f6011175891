import { afterEach, describe, expect, test } from '@jest/globals';
import { allow, type Options, type Running, serve } from './test-api.ts';

let api: Running;
const start = async (options: Options) => {
  api = await serve(options);
  return api;
};

afterEach(async () => {
  await api.stop();
  expect(api.faults).toEqual([]);
});

/** Status, body and header names of an answer as sent. */
function parse(raw: string) {
  const [head = '', body] = raw.split('\r\n\r\n');
  const [statusLine, ...lines] = head.split('\r\n');
  return { statusLine, names: lines.map((line) => line.split(':')[0]), head, body };
}

const request = (headers: string) =>
  `POST / HTTP/1.1\r\nHost: api.local\r\nConnection: close\r\nContent-Length: 2\r\n${headers}\r\n{}`;

const own = ['Date', 'Content-Type', 'Content-Length', 'Connection', 'apigw-requestid'];

describe('HTTP API, Lambda authorizer: what the client gets', () => {
  test('identity-source header missing: 401, authorizer not invoked', async () => {
    const { raw, events } = await start({});
    const answer = parse(await raw(request('')));
    expect(answer).toMatchObject({
      statusLine: 'HTTP/1.1 401 Unauthorized',
      body: '{"message":"Unauthorized"}',
      names: own,
    });
    expect(answer.head).toContain('\r\nContent-Type: application/json\r\nContent-Length: 26\r\n');
    expect(events).toEqual({ authorizer: [], proxy: [] });
  });

  test('identity-source header present but empty: the authorizer is invoked with [""]', async () => {
    const { raw, events } = await start({});
    expect(await raw(request('X-API-KEY:\r\n'))).toContain('200 OK');
    expect(JSON.parse(events.authorizer[0] ?? '')).toMatchObject({ identitySource: [''] });
  });

  test('isAuthorized: false: 403', async () => {
    const { raw, events } = await start({ authorizer: () => ({ isAuthorized: false, context: { keyId: 'k' } }) });
    expect(parse(await raw(request('X-API-KEY: k\r\n')))).toMatchObject({
      statusLine: 'HTTP/1.1 403 Forbidden',
      body: '{"message":"Forbidden"}',
      names: own,
    });
    expect(events.proxy).toEqual([]);
  });

  test('the authorizer throws Error("Unauthorized"): 401', async () => {
    const { post } = await start({
      authorizer: () => {
        throw new Error('Unauthorized');
      },
    });
    const answer = await post('/');
    expect([answer.status, await answer.text()]).toEqual([401, '{"message":"Unauthorized"}']);
  });

  test.each([
    ['nothing', () => undefined],
    ['a policy', () => ({ principalId: 'me', policyDocument: {} })],
    ['a text for isAuthorized', () => ({ isAuthorized: 'true' })],
    ['a context that is no map', () => ({ isAuthorized: true, context: 'x' })],
    ['a list', () => []],
  ])('answer in the wrong format (%s): 500', async (_case, authorizer) => {
    const { post, events } = await start({ authorizer });
    const answer = await post('/');
    expect([answer.status, await answer.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(events.proxy).toEqual([]);
  });

  test('any other throw: 500', async () => {
    const { post } = await start({
      authorizer: () => {
        throw new Error('unauthorized');
      },
    });
    expect((await post('/')).status).toBe(500);
  });

  test('time-out after 10 s: 500', async () => {
    const limits: number[] = [];
    const { post } = await start({
      authorizer: () => new Promise(() => {}),
      timer: (milliseconds, elapsed) => {
        limits.push(milliseconds);
        queueMicrotask(elapsed);
        return () => {};
      },
    });
    expect((await post('/')).status).toBe(500);
    expect(limits).toEqual([10_000]);
  });

  test('missing invoke permission: 500, authorizer not invoked', async () => {
    const { post, events } = await start({ changes: { MayAuthorize: undefined } });
    expect((await post('/')).status).toBe(500);
    expect(events.authorizer).toEqual([]);
  });

  test('permission for another authorizer: 500', async () => {
    const SourceArn = 'arn:aws:execute-api:us-east-1:000000000000:api123/authorizers/Other';
    const { post } = await start({ changes: { MayAuthorize: { SourceArn } } });
    expect((await post('/')).status).toBe(500);
  });
});

describe('context values', () => {
  const seenBy = async (context: unknown) => {
    const { post, events } = await start({ authorizer: () => ({ isAuthorized: true, context }) });
    await post('/');
    return JSON.parse(events.proxy[0] ?? '').requestContext.authorizer;
  };

  test('arrive with their types', async () => {
    const context = { text: 'a', number: 1.5, yes: true, list: [1, 'b'], map: { c: null }, none: null };
    expect(await seenBy(context)).toEqual({ lambda: context });
  });

  test('values named claims are dropped', async () => {
    expect(await seenBy({ claims: { sub: 'me' }, keyId: 'k' })).toEqual({ lambda: { keyId: 'k' } });
  });

  test('none gives null', async () => {
    expect(await seenBy(undefined)).toEqual({ lambda: null });
  });
});

describe('result caching', () => {
  const counting = (ttl: number | undefined, isAuthorized: boolean) => {
    let now = 1_000_000;
    let calls = 0;
    const authorizer = () => ({ isAuthorized, context: { call: ++calls } });
    const changes = { Auth: { AuthorizerResultTtlInSeconds: ttl } };
    return {
      options: { authorizer, changes, clock: () => now },
      calls: () => calls,
      pass: (ms: number) => (now += ms),
    };
  };

  test('TTL 0: every request asks', async () => {
    const { options, calls } = counting(0, true);
    const { post } = await start(options);
    await post('/');
    await post('/');
    expect(calls()).toBe(2);
  });

  test('one result serves every route of the authorizer until the TTL ends', async () => {
    const { options, calls, pass } = counting(60, true);
    const { post } = await start(options);
    await post('/');
    pass(59_999);
    await post('/devnet');
    expect(calls()).toBe(1);
    pass(1);
    await post('/');
    expect(calls()).toBe(2);
  });

  test('default TTL 300 s, also for denials', async () => {
    const { options, calls, pass } = counting(undefined, false);
    const { post } = await start(options);
    await post('/');
    pass(299_999);
    expect((await post('/')).status).toBe(403);
    expect(calls()).toBe(1);
  });

  test('caches by identity', async () => {
    const { options, calls } = counting(300, true);
    const { post } = await start(options);
    await post('/', { headers: { 'X-API-KEY': 'one' } });
    await post('/', { headers: { 'X-API-KEY': 'two' } });
    expect(calls()).toBe(2);
  });

  test('does not cache errors', async () => {
    let calls = 0;
    const authorizer = () => {
      calls += 1;
      throw new Error('Unauthorized');
    };
    const { post } = await start({ authorizer, changes: { Auth: { AuthorizerResultTtlInSeconds: 300 } } });
    await post('/');
    await post('/');
    expect(calls).toBe(2);
  });
});

test('a route without an authorizer calls none, and its event has no authorizer', async () => {
  const { raw, events } = await start({
    changes: { Root: { AuthorizationType: 'NONE', AuthorizerId: undefined } },
    authorizer: allow,
  });
  expect(await raw(request(''))).toContain('200 OK');
  expect(events.authorizer).toEqual([]);
  expect(JSON.parse(events.proxy[0] ?? '').requestContext).not.toHaveProperty('authorizer');
});
