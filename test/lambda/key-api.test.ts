import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { createLog } from '../../src/log.ts';
import { currentKeySchema } from '../../src/management-api/schemas/current-key-schema.ts';
import { managementApiName } from '../../src/network.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { dayOf, endOfDay, systemClock } from '../../src/time.ts';
import { computeDays } from '../../src/usage/compute-days.ts';
import { queryUsage } from '../../src/usage/query-usage.ts';
import { byCustomer } from '../support/change-requests.ts';
import { planNamed } from '../support/plans.ts';
import { call } from '../support/rpc.ts';
import { plans, readByFunctions } from '../support/settings.ts';
import { startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { recordOf } from '../usage/record.ts';
import { daysAgo, KeyWorld } from './key-world.ts';

const before = { ...process.env };
const worlds: KeyWorld[] = [];
let nodeUrl: string;

beforeAll(async () => {
  const node = await startUpstream((response, { body }) => {
    // The proxy connects with an empty request.
    const { id, method } = JSON.parse(body.toString() || '{}');
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (method === 'getBlockHeight') return send(503, {});
    if (method === 'getSlot') return send(200, { jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } });
    return send(200, { jsonrpc: '2.0', id, result: 'ok' });
  });
  nodeUrl = node.url;
});
afterEach(() => {
  process.env = { ...before };
});
afterAll(async () => {
  for (const world of worlds) world.stop();
  await stopUpstreams();
});

async function startWorld(planId?: string): Promise<KeyWorld> {
  const world = await KeyWorld.start(nodeUrl, planId);
  worlds.push(world);
  return world;
}

const { limits } = plans.free;

describe('GET /v1/key', () => {
  test('shows the plan, the limits, what is left of them, and the last seven days', async () => {
    const world = await startWorld();
    const { key, secret } = await world.newKey();
    const read = await world.keyApi(readByFunctions);
    const { status, headers, body } = await read(secret);
    expect(status).toBe(200);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    expect(v.parse(v.strictObject(currentKeySchema.entries), body)).toEqual(body);
    expect(body).toMatchObject({ keyId: key.keyId, planId: 'free', limits, startedWith: null });
    expect(body.thisSecond).toMatchObject({ used: 0, remaining: limits.callsPerSecond });
    const resetsAt = new Date(endOfDay(systemClock())).toISOString();
    expect(body.today).toEqual({ used: 0, remaining: limits.callsPerDay, resetsAt });
    const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => dayOf(daysAgo(ago)));
    expect(body.days).toEqual(days.map((day) => ({ day, calls: 0, errors: 0, outcomes: {} })));
  });

  test('shows calls beyond the limit of a smaller plan, of which nothing is left', async () => {
    const world = await startWorld('developer');
    const { key, secret } = await world.newKey();
    const used = limits.callsPerDay + 5;
    await world.admissions.put({ ...admissionsKey(key.keyId, dayOf(systemClock())), used });
    await changePlan({ directory: world.directory, plans, clock: systemClock }, byCustomer(world.accountId), 'free');
    const { body } = await (await world.keyApi(readByFunctions))(secret);
    expect(body.today).toMatchObject({ used, remaining: 0 });
  });

  test('shows the calls that the key started with, which reduce its limit', async () => {
    const world = await startWorld();
    const { secret } = await world.newKey();
    const day = dayOf(systemClock());
    const handler = await world.load('key-api', readByFunctions);
    const context = { keyId: 'key_1', accountId: 'a', planId: 'free', startedWith: { calls: 4_000, day } };
    const event = { rawQueryString: '', requestContext: { requestId: 'r', authorizer: { lambda: context } } };
    const { body } = v.parse(v.object({ body: v.pipe(v.string(), v.parseJson()) }), await handler(event));
    expect(body).toMatchObject({
      limits: { callsPerDay: limits.callsPerDay - 4_000 },
      startedWith: { calls: 4_000, until: new Date(endOfDay(systemClock())).toISOString() },
      today: { remaining: limits.callsPerDay - 4_000 },
    });
    expect(secret).not.toBe('');
  });

  test('refuses parameters, and during a release a plan that it does not know any more', async () => {
    const world = await startWorld('business');
    const { secret } = await world.newKey();
    const read = await world.keyApi(readByFunctions);
    expect(await read(secret, 'days=30')).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: { code: 'invalid_request', errors: [{ at: 'query.days', message: expect.any(String) }] },
    });
    const withoutPlan = { ...readByFunctions, plans: readByFunctions.plans.filter(({ id }) => id !== 'business') };
    const handler = await world.load('key-api', withoutPlan);
    const context = { keyId: 'key_1', accountId: 'a', planId: 'business' };
    const event = { rawQueryString: '', requestContext: { requestId: 'r', authorizer: { lambda: context } } };
    expect(await handler(event)).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
  });
});

describe('the cost in calls to DynamoDB', () => {
  let world: KeyWorld;
  let read: Awaited<ReturnType<KeyWorld['keyApi']>>;

  const getSecret = 'DIRECTORY: GetItem';
  const getCounters = 'ADMISSIONS: GetItem';
  const getDays = 'USAGE: BatchGetItem';
  const getHours = 'USAGE: Query';

  beforeAll(async () => {
    world = await startWorld('business');
    read = await world.keyApi(readByFunctions);
    world.takeCalls();
  });

  /** A key with one call at each of these times, counted. */
  async function usedKey(...times: readonly number[]): Promise<string> {
    const { key, secret } = await world.newKey();
    const { accountId } = world;
    const { keyId } = key;
    await world.tally(times.map((at) => recordOf({ at, accountId, keyId, requestId: newRequestId(at) })));
    return secret;
  }

  test.each<[string, () => Promise<string>, string[]]>([
    ['without calls', () => usedKey(), [getCounters, getSecret, getDays]],
    ['with calls of today', () => usedKey(systemClock()), [getCounters, getSecret, getDays, getHours]],
    [
      'with calls of today and of yesterday, whose hours are not added up yet',
      () => usedKey(daysAgo(1), systemClock()),
      [getCounters, getSecret, getDays, getHours],
    ],
  ])('of a key %s', async (_, makeKey, calls) => {
    const secret = await makeKey();
    expect((await read(secret)).status).toBe(200);
    expect(world.takeCalls()).toEqual(calls);
  });

  test('of a key with calls on seven days that are added up: one query, for today', async () => {
    const secret = await usedKey(...[6, 5, 4, 3, 2, 1, 0].map(daysAgo));
    const log = createLog('error');
    await computeDays({ usage: world.usage, clock: systemClock, deadline: daysAgo(-1), log, emit: () => {} });
    const { body } = await read(secret);
    expect(body.days.map(({ calls }: { calls: number }) => calls)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(world.takeCalls()).toEqual([getCounters, getSecret, getDays, getHours]);
  });

  test.each<[string, () => Promise<string>, string[]]>([
    ['malformed', async () => 'slc_nonsense', []],
    ['unknown', async () => mintSecret(), [getSecret]],
    [
      'revoked',
      async () => {
        const { key, secret } = await world.newKey();
        await revokeKey(
          { directory: world.directory, plans, clock: systemClock },
          byCustomer(world.accountId),
          key.keyId,
        );
        return secret;
      },
      [getSecret, 'RECORDS: PutItem'],
    ],
  ])('of a key that is %s, which is refused as at the RPC API', async (_, makeKey, calls) => {
    const secret = await makeKey();
    expect(await read(secret)).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
    expect(world.takeCalls()).toEqual(calls);
  });
});

test('a refusal is an error of the key in its history and its usage, without a method, and no call of a network', async () => {
  const world = await startWorld();
  const { key, secret } = await world.newKey();
  const { keyId } = key;
  await revokeKey({ directory: world.directory, plans, clock: systemClock }, byCustomer(world.accountId), keyId);
  await (await world.keyApi(readByFunctions))(secret);
  const now = systemClock();
  const history = await world.history(keyId, now);
  expect(history).toMatchObject([{ network: managementApiName, outcome: 'key_revoked', status: 403 }]);
  expect(await world.tally(history)).toEqual([]);
  const range = { accountId: world.accountId, keyId, from: now - 60_000, to: now + 1, span: 'hour' } as const;
  const { total, byMethod, byNetwork } = await queryUsage(world.usage, range, systemClock);
  const refused = expect.objectContaining({ calls: 1, errors: 1, outcomes: { key_revoked: 1 } });
  expect([total, byMethod, byNetwork]).toEqual([refused, { none: refused }, { [managementApiName]: refused }]);
  expect(readByFunctions.networks.map(({ network }) => network)).not.toContain(managementApiName);
});

/** Refusals that count against no limit. */
const uncounted: ReadonlySet<Outcome> = new Set(['rate_limited', 'quota_exceeded', 'key_revoked', 'plan_inactive']);
const givenBack: ReadonlySet<Outcome> = new Set(['upstream_error', 'internal_error']);

/** The calls of a request that count against the day: the valid ones, or one for a request without any. */
function countedCalls({ calls }: RequestRecord): number {
  const sum = (matches: (outcome: Outcome) => boolean) =>
    calls.reduce((total, { outcome, count }) => total + (matches(outcome) ? count : 0), 0);
  if (calls.some(({ outcome }) => uncounted.has(outcome))) return 0;
  return (
    Math.max(
      1,
      sum((outcome) => outcome !== 'invalid_request'),
    ) - sum((outcome) => givenBack.has(outcome))
  );
}

describe('used today', () => {
  const small = { ...planNamed('scale'), limits: { callsPerSecond: 30, callsPerDay: 60 } };
  const settings = {
    ...readByFunctions,
    plans: readByFunctions.plans.map((plan) => (plan.id === small.id ? small : plan)),
  };

  const single = fc.constantFrom('getHealth', 'getSlot', 'getBlockHeight').map((method) => call(method));
  const invalid = fc.constantFrom('{', '[]', '{"jsonrpc":"2.0","id":1}', '[{"id":1}]');
  const group = fc.array(fc.oneof({ weight: 5, arbitrary: single }, { weight: 1, arbitrary: invalid }), {
    minLength: 1,
    maxLength: 8,
  });

  test('is never behind an answered call, and equals the counted calls of the history, less those given back', async () => {
    const world = await startWorld(small.id);
    const [read, send] = [await world.keyApi(settings), await world.rpcApi(settings)];
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 8 }), async (groups) => {
        const { key, secret } = await world.newKey();
        let answered = 0;
        for (const bodies of groups) {
          const sent = bodies.map((body) => send(secret, body));
          const { body: meanwhile } = await read(secret);
          expect(meanwhile.today.used).toBeGreaterThanOrEqual(answered);
          await Promise.all(sent);
          const at = systemClock();
          const { body } = await read(secret);
          const history = await world.history(key.keyId, at);
          answered = history.reduce((total, record) => total + countedCalls(record), 0);
          expect(body.today).toMatchObject({ used: answered, remaining: small.limits.callsPerDay - answered });
        }
        const history = await world.history(key.keyId, systemClock());
        await world.tally(history);
        const today = (await read(secret)).body.days.at(-1);
        const recorded = history.flatMap(({ calls }) => calls).reduce((total, { count }) => total + count, 0);
        expect(today.calls).toBe(recorded);
      }),
      { numRuns: 12 },
    );
  });
});
