import { describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { Table } from '../../src/table/item-table.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import { admissionsOn } from '../support/admissions.ts';
import { answering, hanging, startUpstream, unreachableUrl } from '../upstream/upstream-server.ts';
import { batchOf, call, errorOf, goodAnswerTo, limitHeadersAfter, noon, planOf, time } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

describe('calls given back to the day’s quota', () => {
  test.each([
    ['refuses the connection', unreachableUrl],
    ['is busy', async () => (await startUpstream(answering('busy', 503))).url],
  ])('an upstream that %s: 502 upstream_unavailable', async (_, startNode) => {
    const gateway = proxy.makeGateway({ upstreams: [await startNode()] });
    const answer = await gateway.serve(call('"a"'));
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({
      id: 'a',
      error: { code: -32603, data: { reason: 'upstream_unavailable', requestId: answer.headers['X-Request-Id'] } },
    });
    // Only to the day: the second's counter never decreases, so that no second admits more than its limit.
    expect(answer.headers.RateLimit).toBe(limitHeadersAfter(1, 0).RateLimit);
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([
      { status: 502, outcome: 'upstream_error', admittedSecond: Math.floor(noon / 1_000), upstreamMs: 0 },
    ]);
  });

  test('every call of a batch, with one error for each', async () => {
    const gateway = proxy.makeGateway({ upstreams: [await unreachableUrl()] });
    const answer = await gateway.serve(`[${call(1)},7,${call(2, 'getSlot')}]`);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject([
      { id: 1, error: { data: { reason: 'upstream_unavailable' } } },
      { id: null, error: { data: { reason: 'invalid_request' } } },
      { id: 2, error: { data: { reason: 'upstream_unavailable' } } },
    ]);
    expect(await gateway.used()).toBe(0);
  });

  test('the calls of a batch that the node did not answer, and no others', async () => {
    const upstream = await startUpstream(answering('[{"id":1,"result":1},{"id":2,"error":{"code":1}}]'));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    await gateway.serve(`[${call(1)},${call(2)},${call(3)}]`);
    expect(await gateway.used()).toBe(2);
  });

  test('an answer that is not JSON-RPC', async () => {
    const upstream = await startUpstream(answering('<html>', 200, { 'content-type': 'text/html' }));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    expect(errorOf(await gateway.serve(call(1))).data.reason).toBe('upstream_unavailable');
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([{ status: 502, outcome: 'upstream_error' }]);
  });

  test('a gateway failure: 500, with its cause only in the log', async () => {
    const deps = {
      upstreams: { devnet: [{ url: 'http://node.invalid' }] },
      credentials: () => Promise.reject(),
      send: () => Promise.reject(),
    };
    const forwarder = new (class extends Forwarder {
      override forward(): Promise<never> {
        return Promise.reject(new TypeError('a bug'));
      }
    })({ ...deps, clock: () => time.now, log: createLog('error') });
    const gateway = proxy.makeGateway({ deps: { forwarder } });
    const answer = await gateway.serve(call(1));
    expect(answer.status).toBe(500);
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { reason: 'internal_error' } });
    expect(answer.body).not.toContain('a bug');
    expect(gateway.lines).toEqual([
      {
        level: 'error',
        event: 'request_failed',
        requestId: answer.headers['X-Request-Id'],
        reason: 'internal_error',
        detail: 'TypeError: a bug',
      },
    ]);
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([{ status: 500, outcome: 'internal_error' }]);
  });

  test('but not a call that timed out: it was sent, and occupied a process for all that time', async () => {
    const { url } = await startUpstream(hanging);
    const gateway = proxy.makeGateway({ upstreams: [url], longestCallSeconds: 0.5 });
    const answer = await gateway.serve(call('"a"'));
    expect(answer.status).toBe(504);
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { reason: 'upstream_timeout' } });
    expect(errorOf(answer).message).toContain("This key's plan allows 0.5 s per call");
    expect(answer.headers.RateLimit).toBe(limitHeadersAfter(1).RateLimit);
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([{ status: 504, outcome: 'upstream_timeout' }]);
  });

  test('and not a call that is too slow for a node which answers others: an error of the caller', async () => {
    const upstream = await startUpstream((response, { body }) => {
      if (!body.includes('"slow"')) response.end(goodAnswerTo(body.toString()));
    });
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], longestCallSeconds: 1 });
    await gateway.serve(call(1));
    const answer = await gateway.serve(call('"slow"'));
    expect([answer.status, errorOf(answer).data.reason]).toEqual([504, 'call_too_slow']);
    expect(await gateway.used()).toBe(2);
    const outcomes = (await gateway.records()).map(({ status, outcome }) => `${status} ${outcome}`);
    expect(outcomes.toSorted()).toEqual(['200 ok', '504 call_too_slow']);
  });

  test('but not a call whose answer is too large: the client asked for it', async () => {
    const upstream = await startUpstream(answering(Buffer.alloc(8 * 1_048_576, 'a')));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(call(1));
    expect(answer.status).toBe(502);
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { reason: 'response_too_large' } });
    expect(errorOf(answer).message).toContain('dataSlice');
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([{ status: 502, outcome: 'response_too_large' }]);
  });

  test('of a busy key, with the next request of any key ten seconds later', async () => {
    const admissions = admissionsOn(proxy.tables.admissions, () => time.now);
    const options = { upstreams: [await unreachableUrl()], deps: { admissions }, plan: planOf(200, 10_000) };
    const [busy, other] = [proxy.makeGateway(options), proxy.makeGateway(options)];
    await busy.serve(batchOf(100));
    await other.serve(call(1));
    expect(await busy.used()).toBe(100);
    time.now += 10_000;
    await other.serve(call(2));
    expect(await busy.used()).toBe(0);
  });

  test('if giving back fails, the client still gets its answer', async () => {
    let writes = 0;
    const update: Table['update'] = (request) => {
      writes += 1;
      return writes === 1 ? proxy.tables.admissions.update(request) : Promise.reject(new Error('down'));
    };
    const lines: string[] = [];
    const log = createLog('warn', (line) => lines.push(line));
    const admissions = admissionsOn({ ...proxy.tables.admissions, update }, () => time.now, { log });
    const gateway = proxy.makeGateway({ upstreams: [await unreachableUrl()], deps: { admissions } });
    const answer = await gateway.serve(call(1));
    expect(answer.status).toBe(502);
    expect(answer.headers.RateLimit).toBe(limitHeadersAfter(1).RateLimit);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'give_back_failed', pk: `${gateway.keyId}#2026-11-20`, calls: 1 }),
    ]);
  });
});
