import { expect, test } from '@jest/globals';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { dayOf } from '../../src/time.ts';
import { call, post } from '../support/rpc.ts';
import { type TestKey, usageOf } from '../support/test-runtime.ts';
import { expectError, expectProxyHeaders } from './call.cases.ts';
import { freePlanOf, type LocalTarget } from './target.ts';

type Answer = Awaited<ReturnType<typeof post>>;

const isRefused = ({ status }: Answer): boolean => status === 429;

const maxWaves = 20;

const batchOf = (n: number): string => `[${Array.from({ length: n }, (_, id) => call('getHealth', id)).join(',')}]`;

export function limitCases(target: () => LocalTarget): void {
  const devnet = (key: TestKey, body: string) => post(target().endpoint('devnet'), key.secret, body);
  const limits = () => freePlanOf(target().local).limits;

  test('over the calls per second: 429 with Retry-After, and nothing counted', async () => {
    const { local } = target();
    const { callsPerSecond } = limits();
    const key = await local.newKey();
    const answers: Answer[] = [];
    // Calls of more than two seconds at once. The first ones start the functions, and a busy machine takes its time for it.
    for (let wave = 0; wave < maxWaves && !answers.some(isRefused); wave += 1) {
      const ids = Array.from({ length: 4 * callsPerSecond }, (_, id) => id);
      answers.push(...(await Promise.all(ids.map((id) => devnet(key, call('getHealth', id))))));
    }
    const refused = answers.find(isRefused);
    if (!refused) throw new Error(`${answers.length} requests were all admitted`);
    expectError(refused, 429, -32029, 'rate_limited', JSON.parse(refused.body).id);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.body).error.data).toMatchObject({
      limit: callsPerSecond,
      remaining: 0,
      retryAfterSeconds: 1,
    });
    await local.runtime.drained();
    const { outcomes, admitted } = await usageOf(local, key);
    const answered = answers.filter(({ status }) => status === 200).length;
    // Processes hold refusals for a while. That all of them are recorded is proved by test/promises, under fire.
    expect([outcomes.ok, admitted]).toEqual([answered, answered]);
  });

  test('over the calls per day: 429, for a whole batch with one error per call', async () => {
    const { local } = target();
    const { callsPerDay } = limits();
    const key = await local.newKey();
    const today = admissionsKey(key.keyId, dayOf(Date.now()));
    await local.admissions.put({ ...today, used: callsPerDay - 1 });
    const answer = await devnet(key, batchOf(2));
    expect(answer.status).toBe(429);
    expectProxyHeaders(answer);
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(answer.headers.ratelimit).toMatch(/"day";r=\d+;t=\d+$/);
    const errors = JSON.parse(answer.body);
    expect(errors.map(({ id }: { id: number }) => id)).toEqual([0, 1]);
    for (const { error } of errors) {
      expect(error).toMatchObject({
        code: -32029,
        data: { reason: 'quota_exceeded', limit: callsPerDay, remaining: 1 },
      });
    }
    expect((await devnet(key, call('getHealth'))).status).toBe(200);
    expectError(await devnet(key, call('getHealth')), 429, -32029, 'quota_exceeded', 1);
    expect((await local.admissions.get(today))?.used).toBe(callsPerDay);
  });

  test('more calls in a batch than the plan admits in a second: 413, counted as one', async () => {
    const { callsPerSecond, callsPerDay } = limits();
    const key = await target().local.newKey();
    const answer = await devnet(key, batchOf(callsPerSecond + 1));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toHaveLength(callsPerSecond + 1);
    expect(JSON.parse(answer.body)[0].error).toMatchObject({ code: -32600, data: { reason: 'batch_too_large' } });
    expect(answer.headers.ratelimit).toContain(`"second";r=${callsPerSecond - 1};t=1, "day";r=${callsPerDay - 1};`);
  });

  test('a bad request counts as one call, and is 429 beyond the limits', async () => {
    const { local } = target();
    const { callsPerDay } = limits();
    const key = await local.newKey();
    const today = admissionsKey(key.keyId, dayOf(Date.now()));
    await local.admissions.put({ ...today, used: callsPerDay - 3 });
    for (const body of ['{', '[]', '{"id":1}']) expect((await devnet(key, body)).status).toBe(400);
    expectError(await devnet(key, '{'), 429, -32029, 'quota_exceeded', null);
    expect((await local.admissions.get(today))?.used).toBe(callsPerDay);
  });

  test('two keys of one account have separate limits and metrics', async () => {
    const { local } = target();
    const { callsPerDay } = limits();
    const spent = await local.newKey({ accountId: 'two-keys' });
    const other = await local.newKey({ accountId: 'two-keys' });
    await local.admissions.put({ ...admissionsKey(spent.keyId, dayOf(Date.now())), used: callsPerDay });
    expect((await devnet(spent, call('getHealth'))).status).toBe(429);
    expect((await devnet(other, call('getHealth'))).status).toBe(200);
    await local.runtime.drained();
    expect((await usageOf(local, spent)).outcomes).toEqual({ quota_exceeded: 1 });
    expect((await usageOf(local, other)).outcomes).toEqual({ ok: 1 });
  });

  test('limits that cannot be checked: 503, and the request is recorded', async () => {
    const { local } = target();
    const key = await local.newKey();
    // A counter that is not a number: DynamoDB refuses to add to it.
    await local.admissions.put({ ...admissionsKey(key.keyId, dayOf(Date.now())), used: 'broken' });
    const answer = await devnet(key, call('getHealth', 9));
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toMatchObject({
      id: 9,
      error: { code: -32603, data: { reason: 'limits_unavailable' } },
    });
    expect(answer.headers['ratelimit-policy']).toBeTruthy();
    expect(answer.headers).not.toHaveProperty('ratelimit');
    await local.runtime.drained();
    expect((await usageOf(local, key)).outcomes).toEqual({ internal_error: 1 });
  });
}
