import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admissionsOn } from '../support/admissions.ts';
import { plans } from '../support/settings.ts';
import { startUpstream } from '../upstream/upstream-server.ts';
import { batchOf, broken, call, errorOf, healthy, limitHeadersAfter, noon, time, ulidForm } from './gateway.ts';
import { anyText } from './json-text.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();
const { callsPerSecond } = plans.free.limits;

describe('an invalid request', () => {
  const rows = [
    { what: 'an empty body', body: '', status: 400, code: -32700, reason: 'parse_error', id: null },
    { what: 'not JSON', body: '{"id":1', status: 400, code: -32700, reason: 'parse_error', id: null },
    {
      what: 'endless nesting',
      body: '['.repeat(100_000),
      status: 400,
      code: -32700,
      reason: 'parse_error',
      id: null,
    },
    { what: 'not UTF-8', body: '"\ud800"', status: 400, code: -32700, reason: 'parse_error', id: null },
    { what: 'not a call', body: '"getHealth"', status: 400, code: -32600, reason: 'invalid_request', id: null },
    {
      what: 'a call without a method',
      body: '{"jsonrpc":"2.0","id":"a"}',
      status: 400,
      code: -32600,
      reason: 'invalid_request',
      id: 'a',
    },
    { what: 'an empty batch', body: '[]', status: 400, code: -32600, reason: 'invalid_request', id: null },
    { what: 'more than 100 calls', body: batchOf(101), status: 413, code: -32600, reason: 'batch_too_large', id: null },
    {
      what: 'another content type',
      body: call(1),
      contentType: 'text/plain',
      status: 415,
      code: -32600,
      reason: 'unsupported_media_type',
      id: null,
    },
    {
      what: 'a compressed body',
      body: call(1),
      contentEncoding: 'gzip',
      status: 415,
      code: -32600,
      reason: 'unsupported_media_type',
      id: null,
    },
    {
      what: 'no content type',
      body: call(1),
      contentType: undefined,
      status: 415,
      code: -32600,
      reason: 'unsupported_media_type',
      id: null,
    },
  ];

  test.each(rows)('$what: $status $reason, recorded, and counted as one call', async ({ body, ...row }) => {
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    const answer = await gateway.serve(body, row);
    const requestId = answer.headers['X-Request-Id'];
    expect(answer).toMatchObject({ status: row.status, base64: false });
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: '2.0',
      id: row.id,
      error: { code: row.code, message: expect.any(String), data: { reason: row.reason, requestId } },
    });
    expect(answer.headers).toEqual({
      'Content-Type': 'application/json',
      'X-Request-Id': expect.stringMatching(ulidForm),
      'Server-Timing': 'gateway;dur=0',
      ...limitHeadersAfter(1),
    });
    expect(await gateway.used()).toBe(1);
    expect(upstream.received).toEqual([]);
    const [record] = await gateway.records();
    expect(record).toMatchObject({
      requestId,
      status: row.status,
      outcome: 'invalid_request',
      calls: [{ outcome: 'invalid_request', count: 1 }],
      admittedSecond: Math.floor(noon / 1_000),
    });
    expect(record).not.toHaveProperty('upstreamMs');
  });

  test.each(rows)('$what: 429 beyond the limits, not counted', async ({ body, ...row }) => {
    const { url } = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [url] });
    await gateway.serve(batchOf(callsPerSecond));
    const answer = await gateway.serve(body, row);
    expect(answer.status).toBe(429);
    const errors: { error: { code: number; data: object } }[] = [JSON.parse(answer.body)].flat();
    for (const { error } of errors) expect(error).toMatchObject({ code: -32029, data: { reason: 'rate_limited' } });
    expect(await gateway.used()).toBe(callsPerSecond);
    expect((await gateway.records()).map(({ outcome }) => outcome)).toContain('rate_limited');
  });

  test('counts against the limit of the second: first 400, then 429', async () => {
    const gateway = proxy.makeGateway();
    const statuses: number[] = [];
    for (let times = 0; times < callsPerSecond + 5; times += 1) statuses.push((await gateway.serve('{')).status);
    expect(statuses).toEqual([...Array(callsPerSecond).fill(400), ...Array(5).fill(429)]);
    expect(await gateway.used()).toBe(callsPerSecond);
  });

  test('gets 503 if the limits cannot be checked', async () => {
    const admissions = admissionsOn(broken(proxy.tables.admissions), () => time.now);
    const gateway = proxy.makeGateway({ deps: { admissions } });
    const answer = await gateway.serve('{"jsonrpc":"2.0","id":"a"}');
    expect(answer.status).toBe(503);
    expect(errorOf(answer).data.reason).toBe('limits_unavailable');
    expect(await gateway.records()).toMatchObject([{ outcome: 'internal_error' }]);
  });

  test('a batch without any valid call is refused with each call’s own error', async () => {
    const gateway = proxy.makeGateway();
    const answer = await gateway.serve('[1,{"id":2}]');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('must be a JSON object') } },
      { id: 2, error: { code: -32600, message: expect.stringContaining('`jsonrpc` is missing') } },
    ]);
    expect(await gateway.used()).toBe(1);
  });

  test('a batch with more calls than the plan’s rate is refused, with one error per call', async () => {
    const tooMany = callsPerSecond + 1;
    const gateway = proxy.makeGateway();
    const answer = await gateway.serve(batchOf(tooMany));
    expect(answer.status).toBe(413);
    const errors: { error: { message: string } }[] = JSON.parse(answer.body);
    expect(errors).toHaveLength(tooMany);
    expect(errors[0]?.error).toMatchObject({ code: -32600, data: { reason: 'batch_too_large' } });
    expect(errors[0]?.error.message).toContain(`${tooMany} calls`);
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([
      { outcome: 'invalid_request', calls: [{ method: 'getHealth', outcome: 'invalid_request', count: tooMany }] },
    ]);
  });

  test('any text is answered with a status below 500', async () => {
    const upstream = await startUpstream(healthy);
    const records = { ...proxy.tables.records, put: () => Promise.resolve() };
    const gateway = proxy.makeGateway({ tables: { records }, upstreams: [upstream.url] });
    await fc.assert(
      fc.asyncProperty(anyText, async (body) => {
        time.now += 1_000;
        const answer = await gateway.serve(body);
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });
});
