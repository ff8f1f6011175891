import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { call, post as postOnce, type RpcAnswer, send } from '../support/rpc.ts';
import type { Target } from './deployed-target.ts';

/**
 * Sends as a good client does: all cases share the key, and its plan may be a slow one, so a full second is waited out.
 */
const post: typeof postOnce = async (...sent) => {
  const answer = await postOnce(...sent);
  if (answer.status !== 429) return answer;
  await wait(Number(answer.headers['retry-after']) * 1_000);
  return postOnce(...sent);
};

/** Checks what every answer of the proxy carries. */
export function expectProxyHeaders(answer: RpcAnswer): void {
  expect(answer.headers['x-request-id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(answer.headers['ratelimit-policy']).toMatch(/^"second";q=\d+;w=1, "day";q=\d+;w=86400$/);
  expect(answer.headers.ratelimit).toMatch(/^"second";r=\d+;t=1, "day";r=\d+;t=\d+$/);
  expect(answer.headers['x-ratelimit-limit']).toMatch(/^\d+$/);
  expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
}

/** Checks one JSON-RPC error of the gateway's own, with its request id. */
export function expectError(answer: RpcAnswer, status: number, code: number, reason: string, id: unknown = null): void {
  expectProxyHeaders(answer);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.body)).toEqual({
    jsonrpc: '2.0',
    id,
    error: {
      code,
      message: expect.stringMatching(/\w/),
      data: expect.objectContaining({ reason, requestId: answer.headers['x-request-id'] }),
    },
  });
}

const invalidCalls: [string, string, unknown][] = [
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}', 1],
  ['no version', '{"id":1,"method":"getHealth"}', 1],
  ['no id', '{"jsonrpc":"2.0","method":"getHealth"}', null],
  ['a null id', '{"jsonrpc":"2.0","id":null,"method":"getHealth"}', null],
  ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"getHealth"}', null],
  ['no method', '{"jsonrpc":"2.0","id":"a"}', 'a'],
  ['an empty method', '{"jsonrpc":"2.0","id":"a","method":""}', 'a'],
  ['a number as method', '{"jsonrpc":"2.0","id":"a","method":5}', 'a'],
  ['a method of 65 characters', call('m'.repeat(65), 'a'), 'a'],
  ['params that are a string', '{"jsonrpc":"2.0","id":"a","method":"getHealth","params":"x"}', 'a'],
  ['a string', '"getHealth"', null],
  ['null', 'null', null],
  ['an empty batch', '[]', null],
];

/** Calls left today, as an answer says. */
const leftToday = (answer: RpcAnswer): number => Number(/"day";r=(\d+)/.exec(answer.headers.ratelimit ?? '')?.[1]);

export function callCases(target: () => Target): void {
  const devnet = async (body: string | Buffer, headers = {}) =>
    post(target().endpoint('devnet'), await target().key(), body, headers);

  /** An answer, and how many calls it counted: the key may have been used before. */
  const counted = async (body: string): Promise<[RpcAnswer, number]> => {
    const key = await target().key();
    const before = await post(target().endpoint('devnet'), key, call('getHealth'));
    const answer = await post(target().endpoint('devnet'), key, body);
    return [answer, leftToday(before) - leftToday(answer)];
  };

  test.each(['mainnet', 'devnet'] as const)('getHealth on %s says ok', async (network) => {
    const answer = await post(target().endpoint(network), await target().key(), call('getHealth', 1));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
    expectProxyHeaders(answer);
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  test('null params are no params, as the official Rust client sends them', async () => {
    const answer = await devnet('{"jsonrpc":"2.0","id":"a","method":"getHealth","params":null}');
    expect(JSON.parse(answer.body)).toEqual({ jsonrpc: '2.0', id: 'a', result: 'ok' });
  });

  test('bytes in params that are not UTF-8 are refused', async () => {
    const [before, after] = ['{"jsonrpc":"2.0","id":1,"method":"getHealth","params":["', '"]}'];
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xf0, 0x9f, 0x98]), Buffer.from(after)]);
    expectError(await devnet(body), 400, -32700, 'parse_error');
  });

  test('an error of the node is forwarded unchanged', async () => {
    const answer = await devnet(call('noSuchMethod', 'x'));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: '2.0',
      id: 'x',
      error: { code: -32601, message: 'Method not found' },
    });
    expectProxyHeaders(answer);
  });

  test('a batch is answered as a batch and counted as that many calls', async () => {
    const body = `[${call('getHealth', 1)},${call('getVersion', 2)},${call('getHealth', 3)}]`;
    const [answer, calls] = await counted(body);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect(calls).toBe(3);
  });

  test('an invalid call of a batch gets its own error at its index, and the rest are answered', async () => {
    const [answer, calls] = await counted(`[${call('getHealth', 1)},{"id":2},7,${call('getHealth', 4)}]`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { jsonrpc: '2.0', id: 2, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: 4, result: 'ok' },
    ]);
    expect(calls).toBe(2);
  });

  test('a batch in which no call is valid gets 400 and one error per call', async () => {
    const answer = await devnet('[1,{"id":2}]');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual([
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: 2, error: expect.objectContaining({ code: -32600 }) },
    ]);
  });

  test.each(['', '   ', '{', 'getHealth', '{"jsonrpc":"2.0",}', '\u0000'])(
    'a body that is not JSON gets 400: %j',
    async (body) => {
      expectError(await devnet(body), 400, -32700, 'parse_error');
    },
  );

  test.each(invalidCalls)('a call that is not valid gets 400: %s', async (_name, body, id) => {
    expectError(await devnet(body), 400, -32600, 'invalid_request', id);
  });

  test('more than 100 calls get 413', async () => {
    const body = `[${Array.from({ length: 101 }, (_, id) => call('getHealth', id)).join(',')}]`;
    expectError(await devnet(body), 413, -32600, 'batch_too_large');
  });

  const mediaTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json'];
  test.each(mediaTypes)('%s gets 415', async (mediaType) => {
    expectError(await devnet(call('getHealth'), { 'Content-Type': mediaType }), 415, -32600, 'unsupported_media_type');
  });

  test('no Content-Type gets 415', async () => {
    const headers = { 'X-API-KEY': await target().key() };
    const answer = await send(target().endpoint('devnet'), { headers, body: call('getHealth') });
    expectError(answer, 415, -32600, 'unsupported_media_type');
  });

  test('a charset after application/json is accepted', async () => {
    expect((await devnet(call('getHealth'), { 'Content-Type': 'Application/JSON; charset=UTF-8' })).status).toBe(200);
  });

  test('an id is returned with every digit', async () => {
    const answer = await devnet('{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":""}');
    expect(answer.body).toContain('"id":123456789012345678901234567890');
  });
}
