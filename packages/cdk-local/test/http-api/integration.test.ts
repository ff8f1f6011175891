import { afterEach, describe, expect, test } from '@jest/globals';
import { EventTooLargeError } from '../../functions/invocation.ts';
import { createWithinTime } from '../../http-api/api-limits.ts';
import { createInvokeIntegration } from '../../http-api/integration.ts';
import { systemTimer } from '../../time.ts';
import { type Options, type Running, read, resourcesOf, serve } from './test-api.ts';

let api: Running | undefined;
const start = async (options: Options) => {
  api = await serve(options);
  return api;
};
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

const head = 'POST / HTTP/1.1\r\nHost: a\r\nX-API-KEY: k\r\nConnection: close\r\n\r\n';

describe('HTTP API, Lambda proxy: answers', () => {
  const answered = async (answer: unknown) => (await start({ proxy: () => answer })).raw(head);

  test('with statusCode: status, headers, body and cookies are used', async () => {
    const answer = await answered({
      statusCode: 418,
      headers: { 'Content-Type': 'application/json', 'X-Number': 5, 'content-encoding': 'br' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"grüß":1}',
    });
    const [, date, id] = /Date: (.+)\r\n[\s\S]*Apigw-Requestid: (.+)\r\n/.exec(answer) ?? [];
    expect(answer).toBe(
      [
        "HTTP/1.1 418 I'm a Teapot",
        `Date: ${date}`,
        'Content-Type: application/json',
        'Content-Length: 12',
        'Connection: close',
        'X-Number: 5',
        'content-encoding: br',
        'set-cookie: a=1; Path=/',
        'set-cookie: b=2',
        `Apigw-Requestid: ${id}`,
        '',
        '{"grüß":1}',
      ].join('\r\n'),
    );
  });

  test('base64 is always decoded', async () => {
    const { post } = await start({
      proxy: () => ({ statusCode: 200, isBase64Encoded: true, body: Buffer.from([0, 255, 10]).toString('base64') }),
    });
    expect(Buffer.from(await (await post('/')).arrayBuffer())).toEqual(Buffer.from([0, 255, 10]));
  });

  test.each([
    ['an object', { ok: true }, '{"ok":true}'],
    ['a text', 'hello', 'hello'],
    ['a list', [1], '[1]'],
    ['nothing', undefined, 'null'],
  ])('without statusCode (%s): 200 and the JSON itself', async (_case, answer, body) => {
    const { post } = await start({ proxy: () => answer });
    const response = await post('/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.text()).toBe(body);
  });

  test('a status code alone is an answer without a body', async () => {
    const answer = await answered({ statusCode: 204 });
    expect(answer).toMatch(/^HTTP\/1.1 204 No Content\r\n/);
    expect(answer).not.toMatch(/content-/i);
  });

  test('headers of the connection are ignored', async () => {
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': '99', Connection: 'upgrade', Date: 'never' };
    const answer = await answered({ statusCode: 200, headers, body: 'ok' });
    expect(answer).toContain('\r\nContent-Length: 2\r\nConnection: close\r\n');
    expect(answer).not.toMatch(/chunked|never|: 99/);
  });
});

describe('HTTP API, Lambda proxy: errors', () => {
  test.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['answers no number as status', () => ({ statusCode: 'fine' })],
    ['answers a status beyond HTTP', () => ({ statusCode: 1000 })],
    ['answers an object as body', () => ({ statusCode: 200, body: {} })],
    ['answers a list as headers', () => ({ statusCode: 200, headers: 'x' })],
    ['answers a header that HTTP cannot carry', () => ({ statusCode: 200, headers: { 'X-Y': 'a\nb' } })],
    ['answers a header name that HTTP cannot carry', () => ({ statusCode: 200, headers: { 'X Y': 'a' } })],
  ])('a function that %s: 500', async (_case, proxy) => {
    const { raw } = await start({ proxy });
    const answer = await raw(head);
    expect(answer).toContain('HTTP/1.1 500 Internal Server Error\r\n');
    expect(answer).toContain('\r\napigw-requestid: ');
    expect(answer).toMatch(/\{"message":"Internal Server Error"\}$/);
  });

  test('integration limit of 30 s: 503', async () => {
    const limits: number[] = [];
    const { post } = await start({
      proxy: () => new Promise(() => {}),
      timer: (milliseconds, elapsed) => {
        limits.push(milliseconds);
        if (milliseconds === 30_000) queueMicrotask(elapsed);
        return () => {};
      },
    });
    const answer = await post('/');
    expect([answer.status, await answer.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
    expect(limits).toEqual([10_000, 30_000]);
  });

  test('the integration’s TimeoutInMillis is respected', async () => {
    const { post } = await start({
      proxy: () => new Promise(() => {}),
      changes: { Integration: { TimeoutInMillis: 5_000 } },
      timer: (milliseconds, elapsed) => {
        if (milliseconds === 5_000) queueMicrotask(elapsed);
        return () => {};
      },
    });
    expect((await post('/')).status).toBe(503);
  });

  test('permission to invoke for another route: 500, and the function is not invoked', async () => {
    const MayProxy = { SourceArn: 'arn:aws:execute-api:us-east-1:000000000000:api123/*/*/devnet' };
    const { post, events } = await start({ changes: { MayProxy } });
    expect((await post('/')).status).toBe(500);
    expect(events.proxy).toEqual([]);
  });

  test('an event over Lambda’s 6 MB: 413', async () => {
    const api = read(resourcesOf());
    const invoke = () => Promise.reject(new EventTooLargeError(7_000_000));
    const integrate = createInvokeIntegration({ invoke, withinTime: createWithinTime(systemTimer) });
    const [route] = api.routes;
    if (!route) throw new Error('no route');
    const request = {
      id: 'i',
      receivedAt: 0,
      method: 'POST',
      path: '/',
      rawQueryString: '',
      query: {},
      headers: {},
      cookies: [],
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      headBytes: 0,
      body: Buffer.alloc(0),
    };
    const { answer } = await integrate({ api, request, match: { route, pathParameters: {} } }, null);
    expect(answer.status).toBe(413);
  });
});
