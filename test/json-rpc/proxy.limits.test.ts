import { describe, expect, test } from '@jest/globals';
import { AwsError } from '../../src/aws/retry.ts';
import { admissionsOn } from '../support/admissions.ts';
import { startUpstream } from '../upstream/upstream-server.ts';
import { broken, call, errorOf, healthy, planOf, time } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

describe('the limits', () => {
  test('per second: refused with the time to try again, and admitted again in the next second', async () => {
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], plan: planOf(2, 100) });
    for (const remaining of ['1', '0']) {
      expect((await gateway.serve(call(1))).headers['X-RateLimit-Remaining']).toBe(remaining);
    }
    const answer = await gateway.serve(call('12345678901234567890'));
    expect(answer.status).toBe(429);
    expect(answer.body).toContain('"id":12345678901234567890,');
    expect(errorOf(answer)).toEqual({
      code: -32029,
      message: expect.stringContaining('2 calls per second'),
      data: {
        reason: 'rate_limited',
        requestId: answer.headers['X-Request-Id'],
        limit: 2,
        remaining: 0,
        retryAfterSeconds: 1,
        resetsAt: '2026-11-20T12:00:01.000Z',
      },
    });
    expect(answer.headers).toMatchObject({
      'Retry-After': '1',
      RateLimit: '"second";r=0;t=1, "day";r=98;t=43200',
      'RateLimit-Policy': '"second";q=2;w=1, "day";q=100;w=86400',
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 20, 12, 0, 1) / 1_000),
    });
    time.now += 1_000;
    expect((await gateway.serve(call(1))).status).toBe(200);
    expect(await gateway.used()).toBe(3);
    expect((await gateway.records()).map(({ outcome }) => outcome).sort()).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
  });

  test('per day: refused until midnight UTC, then admitted again', async () => {
    time.now = Date.UTC(2026, 10, 20, 23, 59, 50, 500);
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], plan: planOf(5, 1) });
    await gateway.serve(call(1));
    const answer = await gateway.serve(call(1));
    expect(answer.status).toBe(429);
    expect(errorOf(answer)).toMatchObject({
      code: -32029,
      data: {
        reason: 'quota_exceeded',
        limit: 1,
        remaining: 0,
        retryAfterSeconds: 10,
        resetsAt: '2026-11-21T00:00:00.000Z',
      },
    });
    expect(answer.headers).not.toHaveProperty('Retry-After');
    expect(answer.headers).toMatchObject({
      RateLimit: '"second";r=4;t=1, "day";r=0;t=10',
      'X-RateLimit-Limit': '1',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 21) / 1_000),
    });
    expect((await gateway.records()).map(({ outcome }) => outcome).sort()).toEqual(['ok', 'quota_exceeded']);
    time.now = Date.UTC(2026, 10, 21);
    expect((await gateway.serve(call(1))).status).toBe(200);
  });

  test('of two keys are independent', async () => {
    const upstream = await startUpstream(healthy);
    const spent = proxy.makeGateway({ upstreams: [upstream.url], plan: planOf(1, 100) });
    const other = proxy.makeGateway({ upstreams: [upstream.url], plan: planOf(1, 100) });
    await spent.serve(call(1));
    expect((await spent.serve(call(1))).status).toBe(429);
    expect((await other.serve(call(1))).status).toBe(200);
    expect(await other.records()).toHaveLength(1);
  });

  test('of a key in the place of a spent, revoked one: the text says why, and until when', async () => {
    const gateway = proxy.makeGateway({ plan: planOf(5, 0) });
    time.now = Date.UTC(2026, 10, 20, 23, 59, 50);
    expect(errorOf(await gateway.serve(call(1)))).toMatchObject({
      message:
        'Daily quota reached: until 00:00 UTC, calls of a key that was revoked today count against this one, and none ' +
        'are left. Try again in 10 s.',
      data: { reason: 'quota_exceeded', limit: 0, resetsAt: '2026-11-21T00:00:00.000Z' },
    });
  });

  test.each([
    { callsPerSecond: 50, rows: Array.from({ length: 10 }, () => 1) },
    { callsPerSecond: 51, rows: [] },
  ])(
    'of $callsPerSecond calls a second: the first ten refusals have $rows.length records',
    async ({ callsPerSecond, rows }) => {
      const upstream = await startUpstream(healthy);
      const gateway = proxy.makeGateway({ upstreams: [upstream.url], plan: planOf(callsPerSecond, 1_000_000) });
      await admissionsOn(proxy.tables.admissions, () => time.now).admit(
        gateway.keyId,
        () => planOf(callsPerSecond, 1_000_000).limits,
        callsPerSecond,
      );
      for (let asked = 0; asked < 12; asked += 1) expect((await gateway.serve(call(1))).status).toBe(429);
      expect((await gateway.records()).map(({ count = 1 }) => count)).toEqual(rows);
      time.now += 10_000;
      await gateway.serve(call(1));
      const refused = (await gateway.records()).filter(({ outcome }) => outcome === 'rate_limited');
      expect(refused.map(({ count = 1 }) => Number(count)).toSorted((one, other) => one - other)).toEqual([
        ...rows,
        12 - rows.length,
      ]);
    },
  );

  test('of a key that DynamoDB throttles: 503s of which those of a flood share a record, and that are no failure of the gateway', async () => {
    const upstream = await startUpstream(healthy);
    const update = () => Promise.reject(new AwsError('ThrottlingException', 'for a test', { status: 400 }));
    const admissions = admissionsOn({ ...proxy.tables.admissions, update }, () => time.now);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], deps: { admissions } });
    for (let asked = 0; asked < 13; asked += 1) {
      const answer = await gateway.serve(call(1));
      expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '1']);
    }
    const rows = await gateway.records();
    expect(rows.map(({ outcome, count = 1 }) => [outcome, count])).toEqual(
      Array.from({ length: 10 }, () => ['internal_error', 1]),
    );
    expect(gateway.lines).toEqual([
      { level: 'info', event: 'key_throttled', keyId: gateway.keyId, outcome: 'internal_error', count: 1 },
    ]);
    expect([upstream.received, await gateway.used()]).toEqual([[], 0]);
    time.now += 20_000;
    await gateway.serve(call(1));
    const counts = (await gateway.records()).map(({ count = 1 }) => Number(count));
    expect(counts.toSorted((one, other) => one - other)).toEqual([...Array(10).fill(1), 3]);
  });

  test('that cannot be read: 503 without the cause or the remaining calls, and nothing is forwarded', async () => {
    const upstream = await startUpstream(healthy);
    const admissions = admissionsOn(broken(proxy.tables.admissions), () => time.now);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], deps: { admissions } });
    const answer = await gateway.serve(call(1));
    expect(answer.status).toBe(503);
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { reason: 'limits_unavailable' } });
    const names = ['Content-Type', 'RateLimit-Policy', 'Retry-After', 'Server-Timing', 'X-Request-Id'];
    expect(Object.keys(answer.headers).sort()).toEqual(names);
    expect(answer.headers['Retry-After']).toBe('1');
    expect(answer.body).not.toContain('fire');
    expect(gateway.lines[0]).toMatchObject({ event: 'request_failed', reason: 'limits_unavailable' });
    expect(upstream.received).toEqual([]);
    expect(await gateway.records()).toMatchObject([{ status: 503, outcome: 'internal_error' }]);
  });
});
