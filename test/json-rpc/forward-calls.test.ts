import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';
import type { ForwardRequest } from '../../src/json-rpc/ask-nodes.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { RequestTries } from '../../src/records/tries.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';

type Sent = { readonly outgoing: UpstreamRequest[]; readonly forwarder: Forwarder };

/** A forwarder whose only upstream gives this answer. */
function nodeWith(body: string | Buffer, more: Partial<UpstreamAnswer> = {}): Sent {
  const outgoing: UpstreamRequest[] = [];
  const answer = { status: 200, contentType: 'application/json', contentEncoding: undefined, body: Buffer.from(body) };
  const forwarder = new Forwarder({
    upstreams: { devnet: [{ url: 'http://node.invalid' }] },
    credentials: () => Promise.reject(new Error('not expected')),
    send: async (one) => {
      outgoing.push(one);
      return { ...answer, ...more };
    },
    clock: () => 0,
    log: createLog('error'),
  });
  return { outgoing, forwarder };
}

const request = (body: string, acceptGzip = false): ForwardRequest => ({
  network: 'devnet',
  chain: solana,
  accountId: 'acc_1',
  body,
  rpc: parseRpcRequest(body),
  acceptGzip,
  requestId: 'R1',
  timeLimitMs: 25_000,
  tries: new RequestTries(),
});

const call = (id: string, method = 'getSlot') => `{"jsonrpc":"2.0", "id":${id}, "method":"${method}"}`;

describe('valid calls', () => {
  test('are forwarded unchanged, and the answer is passed through unchanged', async () => {
    const body = ` [${call('1')} ,${call('12345678901234567890')}] `;
    const answer = '[ {"id":12345678901234567890,"result":1.50}, {"id":1,"result":"\\u0061"} ]\n';
    const { outgoing, forwarder } = nodeWith(answer, { status: 207, contentType: 'application/json; charset=utf-8' });
    const result = await forwardCalls(request(body), forwarder);
    expect(outgoing.map((one) => one.body)).toEqual([body]);
    expect(result).toEqual({
      status: 207,
      contentType: 'application/json; charset=utf-8',
      contentEncoding: undefined,
      payload: { body: answer, base64: false },
      calls: [
        { method: 'getSlot', outcome: 'ok' },
        { method: 'getSlot', outcome: 'ok' },
      ],
    });
  });

  test.each([
    ['{"id":1,"result":null}', 'ok', undefined],
    ['{"id":1,"error":{"code":-32602}}', 'rpc_error', -32602],
    ['{"id":1,"error":{"code":-32016}}', 'rpc_error', -32016],
    ['{"id":1,"error":{"code":-32005}}', 'upstream_error', undefined],
    [`${' '.repeat(5_000)}{"id":1,"result":1}`, 'ok', undefined],
  ])('get the outcome of the node’s answer: %j is %s', async (answer, outcome, errorCode) => {
    const { calls, payload } = await forwardCalls(request(call('1')), nodeWith(answer).forwarder);
    expect(calls).toEqual([{ method: 'getSlot', outcome, errorCode }]);
    expect(payload).toEqual({ body: answer, base64: false });
  });

  test.each([
    ['a small answer', '{"id":1,"result":null}', 'ok'],
    ['a large one', `{"result":"${'a'.repeat(500_000)}","id":1}`, 'ok'],
    ['one that starts with white space', `${' '.repeat(5_000_000)}{"error":{"code":1},"id":1}`, 'rpc_error'],
    ['one that is larger than the gateway unpacks', `{"result":"${'a'.repeat(9_000_000)}","id":1}`, 'ok'],
  ])('get their outcome from a compressed answer, which stays unchanged: %s', async (_, text, outcome) => {
    const body = gzipSync(text);
    const node = nodeWith(body, { contentEncoding: 'gzip' });
    const result = await forwardCalls(request(call('1'), true), node.forwarder);
    expect(node.outgoing[0]?.headers['accept-encoding']).toBe('gzip');
    expect(result.contentEncoding).toBe('gzip');
    expect(result.payload).toEqual({ body: body.toString('base64'), base64: true });
    expect(result.calls).toMatchObject([{ method: 'getSlot', outcome }]);
  });

  test('in a batch get their own outcomes from a compressed answer', async () => {
    const node = nodeWith(gzipSync('[{"id":2,"error":{"code":1}},{"id":1,"result":1}]'), { contentEncoding: 'gzip' });
    const { calls } = await forwardCalls(request(`[${call('1')},${call('2')},${call('3')}]`, true), node.forwarder);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'rpc_error', 'upstream_error']);
  });

  test('in a batch have their own error codes, whether the answer is complete or has gaps', async () => {
    const text = '[{"id":2,"error":{"code":-32602}},{"id":1,"error":{"code":-32007}}]';
    const calls = [call('1'), '{"id":7}', call('2'), call('3')];
    const whole = await forwardCalls(request(`[${call('1')},${call('2')}]`), nodeWith(text).forwarder);
    expect(whole.calls.map(({ errorCode }) => errorCode)).toEqual([-32007, -32602]);
    const withGaps = await forwardCalls(request(`[${calls.join(',')}]`), nodeWith(text).forwarder);
    expect(withGaps.calls.map(({ errorCode }) => errorCode)).toEqual([-32007, undefined, -32602, undefined]);
  });

  test('have a content type even if the node sends none', async () => {
    const node = nodeWith('{"id":1,"result":1}', { contentType: undefined });
    const { contentType } = await forwardCalls(request(call('1')), node.forwarder);
    expect(contentType).toBe('application/octet-stream');
  });

  test('are refused if the answer is too large in every format', async () => {
    const { forwarder } = nodeWith(`{"id":1,"result":"${'\\"'.repeat(2_500_000)}"}`);
    const tooLarge = (message: string) => ({ reason: 'response_too_large', message: expect.stringContaining(message) });
    await expect(forwardCalls(request(call('1')), forwarder)).rejects.toMatchObject(tooLarge('Ask for less'));
    const write = forwardCalls(request(call('1', 'sendBundle')), forwarder);
    await expect(write).rejects.toMatchObject(tooLarge('check before you send it again'));
  });
});

describe('a batch with invalid calls among valid ones', () => {
  const invalid = '{"jsonrpc":"2.0","id":98765432109876543210,"method":""}';
  const body = `[ ${invalid},${call('2')}, 7,${call('"1"', 'getBalance')} ]`;

  test('is forwarded without the invalid ones, the others as raw text in order, and asks for no compression', async () => {
    const node = nodeWith('[{"id":2,"result":1},{"id":"1","result":1}]');
    await forwardCalls(request(body, true), node.forwarder);
    expect(node.outgoing[0]?.body).toBe(`[${call('2')},${call('"1"', 'getBalance')}]`);
    expect(node.outgoing[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('answers each element in order: gateway errors with raw ids, the node’s answers as raw text', async () => {
    const first = '{"jsonrpc":"2.0","result":1.50,"id":"1"}';
    const second = '{"jsonrpc":"2.0", "error":{"code":-32602,"message":"κ"},"id":2}';
    const result = await forwardCalls(request(body), nodeWith(`[${first}, ${second}]`).forwarder);
    expect(result).toMatchObject({ status: 200, contentType: 'application/json', contentEncoding: undefined });
    expect(result.payload.base64).toBe(false);
    const text = result.payload.body;
    expect(text).toMatch(/^\[\{"jsonrpc":"2.0","id":98765432109876543210,"error":/);
    expect(text).toContain(`,${second},{"jsonrpc":"2.0","id":null,"error":`);
    expect(text.endsWith(`,${first}]`)).toBe(true);
    expect(JSON.parse(text)[0].error).toMatchObject({
      code: -32600,
      message: 'Not a valid JSON-RPC 2.0 call: `method` must not be empty.',
      data: { reason: 'invalid_request', requestId: 'R1' },
    });
    expect(result.calls).toMatchObject([
      { method: undefined, outcome: 'invalid_request' },
      { method: 'getSlot', outcome: 'rpc_error' },
      { method: undefined, outcome: 'invalid_request' },
      { method: 'getBalance', outcome: 'ok' },
    ]);
  });

  test('gives a single error of the node to each valid call, with the call’s own id', async () => {
    const node = nodeWith('{"jsonrpc":"2.0","error":{"code":-32600,"message":"too many"},"id":null}', { status: 400 });
    const { payload, calls } = await forwardCalls(request(body), node.forwarder);
    expect(JSON.parse(payload.body).slice(1)).toMatchObject([
      { jsonrpc: '2.0', id: 2, error: { code: -32600, message: 'too many' } },
      { id: null },
      { jsonrpc: '2.0', id: '1', error: { code: -32600, message: 'too many' } },
    ]);
    expect(calls.map(({ outcome }) => outcome)).toEqual([
      'invalid_request',
      'rpc_error',
      'invalid_request',
      'rpc_error',
    ]);
  });

  test.each(['<html>', '', '[{"id":9,"result":1}]'])(
    'is unavailable if the node answers no call: %j',
    async (answer) => {
      const result = forwardCalls(request(body), nodeWith(answer).forwarder);
      await expect(result).rejects.toMatchObject({ reason: 'upstream_unavailable' });
    },
  );

  test.each([
    ['getBalance', 'Try again shortly.'],
    ['sendTransaction', 'The call may have reached the chain: check before you send it again.'],
  ])('gives a gateway error to a %s call that the node did not answer', async (method, advice) => {
    const mixed = `[ ${invalid},${call('2')},${call('"1"', method)} ]`;
    const { payload, calls } = await forwardCalls(request(mixed), nodeWith('[{"id":2,"result":1}]').forwarder);
    const message = `The node gave no answer to this call. ${advice}`;
    expect(JSON.parse(payload.body)).toMatchObject([
      { error: { code: -32600 } },
      { id: 2, result: 1 },
      { id: '1', error: { code: -32603, message, data: { reason: 'upstream_unavailable', requestId: 'R1' } } },
    ]);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['invalid_request', 'ok', 'upstream_error']);
  });

  test('gets a gateway error for each call that the node leaves out, also if all elements are valid', async () => {
    const both = `[${call('1')},${call('2')}]`;
    const { payload, calls } = await forwardCalls(request(both), nodeWith('[{"id":2,"result":1}]').forwarder);
    expect(JSON.parse(payload.body)).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: 1 },
    ]);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['upstream_error', 'ok']);
  });

  test('is read from an answer that is compressed without having been asked for', async () => {
    const node = nodeWith(gzipSync('[{"id":2,"result":"κ"}]'), { contentEncoding: 'gzip' });
    const result = await forwardCalls(request(body), node.forwarder);
    expect(result.contentEncoding).toBeUndefined();
    expect(JSON.parse(result.payload.body)[1]).toEqual({ id: 2, result: 'κ' });
  });
});

describe('a request is repeatable', () => {
  const timesSent = async (body: string) => {
    let times = 0;
    const forwarder = new Forwarder({
      upstreams: { devnet: [{ url: 'http://a.invalid' }, { url: 'http://b.invalid' }] },
      credentials: () => Promise.reject(new Error('not expected')),
      send: async ({ body: sent }) => {
        if (!sent.includes('getHealth')) times += 1;
        return { status: 503, contentType: undefined, contentEncoding: undefined, body: Buffer.alloc(0) };
      },
      clock: () => 0,
      log: createLog('error'),
    });
    await forwardCalls(request(body), forwarder).catch(String);
    return times;
  };

  test('if it only reads', async () => {
    expect(await timesSent(call('1'))).toBe(2);
    expect(await timesSent(`[${call('1')},${call('2', 'getSlot')}]`)).toBe(2);
  });

  test('but not if any of its calls changes the chain', async () => {
    expect(await timesSent(call('1', 'sendTransaction'))).toBe(1);
    expect(await timesSent(call('1', 'send\\u0054ransaction'))).toBe(1);
    expect(await timesSent(`[${call('1')},${call('2', 'requestAirdrop')}]`)).toBe(1);
    expect(await timesSent(`[1,${call('2', 'sendTransaction')}]`)).toBe(1);
    expect(await timesSent(call('1', 'sendParcel'))).toBe(1);
  });
});
