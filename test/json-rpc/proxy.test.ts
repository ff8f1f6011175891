import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { shortCode } from '../../src/short-code.ts';
import { plans } from '../support/settings.ts';
import { answering, startUpstream } from '../upstream/upstream-server.ts';
import { batchOf, call, healthy, limitHeadersAfter, noon, time, ulidForm } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();
const { callsPerSecond } = plans.free.limits;

describe('a call that a node answers', () => {
  test('gets the node’s answer, with the headers of every answer', async () => {
    const upstream = await startUpstream(answering('{"id":1, "result":1.50}\n', 207, { 'content-type': 'a/b' }));
    const answer = await proxy.makeGateway({ upstreams: [upstream.url] }).serve(call(1));
    expect(answer).toEqual({
      status: 207,
      headers: {
        'Content-Type': 'a/b',
        'X-Request-Id': expect.stringMatching(ulidForm),
        'Server-Timing': 'gateway;dur=0, node;dur=0',
        ...limitHeadersAfter(1),
      },
      body: '{"id":1, "result":1.50}\n',
      base64: false,
    });
  });

  test('is recorded, and counts once', async () => {
    const body = ' {"jsonrpc":"2.0","result":"κ","id":1}';
    const upstream = await startUpstream((response) => {
      time.now += 40;
      response.end(body);
    });
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(call(1));
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toEqual([
      {
        pk: `${gateway.keyId}#2026-11-20`,
        sk: answer.headers['X-Request-Id'],
        requestId: answer.headers['X-Request-Id'],
        keyId: gateway.keyId,
        accountId: 'acc_1',
        network: 'devnet',
        at: noon,
        durationMs: 40,
        upstreamMs: 40,
        admittedSecond: Math.floor(noon / 1_000),
        status: 200,
        outcome: 'ok',
        calls: [{ method: 'getHealth', outcome: 'ok', count: 1 }],
        tries: `${shortCode(upstream.url)}a`,
        requestBytes: Buffer.byteLength(call(1)),
        responseBytes: Buffer.byteLength(body),
        expiresAt: Math.floor(noon / 1_000) + 3 * 86_400,
      },
    ]);
    expect(gateway.lines).toEqual([]);
  });

  test('with an error gets that error, counts, and is recorded as an error', async () => {
    const error = '{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params"},"id":1}';
    const upstream = await startUpstream(answering(error));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    expect(await gateway.serve(call(1))).toMatchObject({ status: 200, body: error });
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([{ status: 200, outcome: 'rpc_error' }]);
  });

  test('compressed gets the same bytes, whose number is in the record', async () => {
    const body = gzipSync('{"jsonrpc":"2.0","result":"ok","id":1}');
    const upstream = await startUpstream(answering(body, 200, { 'content-encoding': 'gzip' }));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(call(1), { acceptGzip: true });
    expect(answer).toMatchObject({ headers: { 'Content-Encoding': 'gzip' }, base64: true });
    expect(Buffer.from(answer.body, 'base64')).toEqual(body);
    expect(await gateway.records()).toMatchObject([{ outcome: 'ok', responseBytes: body.length }]);
  });

  test('reaches the node byte for byte, without the client’s headers', async () => {
    const upstream = await startUpstream(healthy);
    const body = ` {"jsonrpc":"2.0","id":12345678901234567890,\t"method":"getHealth","params":["κ\\u00e9"]}\r\n`;
    await proxy.makeGateway({ upstreams: [upstream.url] }).serve(body);
    const [received] = upstream.received;
    expect(received?.body.equals(Buffer.from(body))).toBe(true);
    expect(received?.rawHeaders.join(' ').toLowerCase()).not.toContain('x-api-key');
  });
});

describe('a batch', () => {
  test('counts each of its calls, and its record counts them by method and outcome', async () => {
    const answers = '[{"id":1,"result":1},{"id":2,"error":{"code":1}},{"id":3,"result":3}]';
    const upstream = await startUpstream(answering(answers));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(`[${call(1)},${call(2, 'getSlot')},${call(3)}]`);
    expect(answer).toMatchObject({ status: 200, body: answers });
    expect(answer.headers['X-RateLimit-Remaining']).toBe(String(callsPerSecond - 3));
    expect(await gateway.used()).toBe(3);
    expect(await gateway.records()).toMatchObject([
      {
        outcome: 'rpc_error',
        calls: [
          { method: 'getHealth', outcome: 'ok', count: 2 },
          { method: 'getSlot', outcome: 'rpc_error', count: 1 },
        ],
      },
    ]);
  });

  test('with invalid calls counts only the valid ones, and answers each in order', async () => {
    const upstream = await startUpstream(answering('[{"jsonrpc":"2.0","result":"ok","id":2}]'));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(`[7,${call(2)},{"id":"a"}]`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject([
      { id: null, error: { data: { reason: 'invalid_request', requestId: answer.headers['X-Request-Id'] } } },
      { id: 2, result: 'ok' },
      { id: 'a', error: { data: { reason: 'invalid_request' } } },
    ]);
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([
      {
        outcome: 'invalid_request',
        calls: [
          { outcome: 'invalid_request', count: 2 },
          { method: 'getHealth', outcome: 'ok', count: 1 },
        ],
      },
    ]);
  });

  test('with as many calls as the plan’s rate is admitted', async () => {
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    expect((await gateway.serve(batchOf(callsPerSecond))).status).toBe(200);
  });

  test('is refused if the second has too little room for all of it: one error per call, in order', async () => {
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    await gateway.serve(call(1));
    const answer = await gateway.serve(batchOf(callsPerSecond));
    expect(answer.status).toBe(429);
    const errors: { id: unknown; error: object }[] = JSON.parse(answer.body);
    expect(errors.map(({ id }) => id)).toEqual([...Array(callsPerSecond).keys()]);
    for (const { error } of errors) expect(error).toMatchObject({ code: -32029, data: { reason: 'rate_limited' } });
    expect(await gateway.used()).toBe(1);
    expect(upstream.received).toHaveLength(1);
  });
});
