import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { call, post } from '../support/rpc.ts';
import { usageOf } from '../support/test-runtime.ts';
import { expectError } from './call.cases.ts';
import { freePlanOf, type LocalTarget } from './target.ts';

export function upstreamCases(target: () => LocalTarget): void {
  const callsPerDay = () => freePlanOf(target().local).limits.callsPerDay;

  test('an unavailable node: 502, and the call does not count', async () => {
    const { local, endpoint } = target();
    const key = await local.newKey();
    const answer = await post(endpoint('mainnet'), key.secret, call('sickUnavailable', 'a'));
    expectError(answer, 502, -32603, 'upstream_unavailable', 'a');
    expect(answer.headers.ratelimit).toContain(`"day";r=${callsPerDay()};`);
    await local.runtime.drained();
    const { outcomes, admitted } = await usageOf(local, key);
    expect(outcomes).toEqual({ upstream_error: 1 });
    expect(admitted).toBe(0);
  });

  test('a node that closes half-way through its answer: 502', async () => {
    const answer = await post(target().endpoint('mainnet'), await target().key(), call('sickCut', 'a'));
    expectError(answer, 502, -32603, 'upstream_unavailable', 'a');
  });

  test('an answer of 8 MB: 502 with advice, and the call counts', async () => {
    const answer = await post(target().endpoint('mainnet'), await target().key(), call('sickLarge', 'a'));
    expectError(answer, 502, -32603, 'response_too_large', 'a');
    // No chain lists the method as a read, so it may have written.
    expect(JSON.parse(answer.body).error.message).toContain('check before you send it again');
    expect(answer.headers.ratelimit).toContain(`"day";r=${callsPerDay() - 1};`);
  });

  test('a node that does not answer within the plan’s longest call: 504, and the call counts', async () => {
    const answer = await post(target().endpoint('mainnet'), await target().key(), call('sickHang', 'a'));
    expectError(answer, 504, -32603, 'upstream_timeout', 'a');
    const { longestCallSeconds } = freePlanOf(target().local);
    expect(JSON.parse(answer.body).error.message).toContain(`plan allows ${longestCallSeconds} s per call`);
    expect(answer.headers.ratelimit).toContain(`"day";r=${callsPerDay() - 1};`);
  });

  test('a compressed answer is forwarded unchanged to a client that accepts it', async () => {
    const { local, endpoint } = target();
    const key = await local.newKey();
    const headers = { 'Accept-Encoding': 'gzip' };
    const answer = await post(endpoint('mainnet'), key.secret, call('sickGzip', 7), headers);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.bytes).toString())).toEqual({ jsonrpc: '2.0', id: 7, result: 'ok' });
    await local.runtime.drained();
    expect((await usageOf(local, key)).outcomes).toEqual({ ok: 1 });
  });

  test('the node gets the unchanged body, and never the key', async () => {
    const { node, endpoint, key } = target();
    const secret = await key();
    const body =
      '{ "jsonrpc":"2.0", "id":123456789012345678901234567890,\n "method":"getHealth", "params":[1.0, "é"] }';
    await post(endpoint('mainnet'), secret, body, { Cookie: 'a=b', 'X-Custom': 'c' });
    const received = node.received.at(-1);
    expect(received?.body).toBe(body);
    expect(JSON.stringify(received)).not.toContain(secret);
    expect(received?.headers).not.toHaveProperty('cookie');
    expect(received?.headers).not.toHaveProperty('x-custom');
  });
}
