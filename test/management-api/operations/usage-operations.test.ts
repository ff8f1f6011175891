import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { onHttpEvents } from '../../../lambda/http-event.ts';
import { createApi } from '../../../src/management-api/app.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { maxReportTokens, queriesPerToken } from '../../../src/usage/read-meter.ts';
import { recordOf } from '../../usage/record.ts';
import { claimsOf, eventOf, newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const hourMs = 3_600_000;

let api: TestApi;
let user: User;
let keyIds: string[];

beforeAll(async () => {
  api = await startApi();
});

beforeEach(async () => {
  user = newUser();
  keyIds = [];
  for (const name of ['one', 'two']) {
    keyIds.push((await api.call(user, 'POST', '/v1/keys', { json: { name } })).body.key.keyId);
  }
});

/** Counts `count` calls of a key with each of the outcomes, by one method, some time before noon. */
async function countCalls(
  keyId: string,
  before: number,
  outcomes: readonly ('ok' | 'rate_limited')[],
  network = 'devnet',
) {
  const calls = outcomes.map((outcome) => ({ method: 'getHealth', outcome, count: 2 }));
  await api.record(recordOf({ keyId, accountId: user.sub, at: noon - before, network, calls, durationMs: 20 }));
}

const usage = (query = '', path = '/v1/usage') => api.call(user, 'GET', `${path}?${query}`);

describe('GET keys/{id}/usage', () => {
  test('returns the calls of one key in the last 24 hours by hour by default', async () => {
    await countCalls(keyIds[0] ?? '', 2 * hourMs, ['ok', 'rate_limited']);
    await countCalls(keyIds[1] ?? '', 2 * hourMs, ['ok']);
    const { status, body } = await usage('', `/v1/keys/${keyIds[0]}/usage`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2026-11-19T12:00:00.000Z', to: '2026-11-20T13:00:00.000Z', span: 'hour' });
    expect(body.points).toHaveLength(25);
    expect(body.points[22]).toEqual({
      at: '2026-11-20T10:00:00.000Z',
      calls: 4,
      errors: 2,
      outcomes: { ok: 2, rate_limited: 2 },
      latency: { p50: 20, p95: 20, p99: 20 },
      rpcErrorCodes: {},
    });
    expect(body.points[21]).toEqual({
      at: '2026-11-20T09:00:00.000Z',
      calls: 0,
      errors: 0,
      outcomes: {},
      latency: null,
      rpcErrorCodes: {},
    });
    expect(body.total).toMatchObject({ calls: 4, errors: 2 });
  });

  test('returns them for a revoked key, too', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok']);
    await api.call(user, 'POST', `/v1/keys/${keyIds[0]}/revoke`);
    expect((await usage('', `/v1/keys/${keyIds[0]}/usage`)).body.total.calls).toBe(2);
  });
});

describe('GET usage', () => {
  test('returns the calls of all keys together, by method and by network', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok']);
    await countCalls(keyIds[1] ?? '', hourMs, ['ok', 'rate_limited'], 'mainnet');
    const { status, body } = await usage();
    expect(status).toBe(200);
    expect(body.total).toMatchObject({ calls: 6, errors: 2 });
    expect(body.byMethod).toEqual({
      getHealth: { calls: 6, errors: 2, outcomes: { ok: 4, rate_limited: 2 }, meanLatency: 20 },
    });
    expect(body.byNetwork).toMatchObject({ devnet: { calls: 2 }, mainnet: { calls: 4 } });
  });

  test('returns the calls on one network only', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok']);
    await countCalls(keyIds[0] ?? '', hourMs, ['ok', 'rate_limited'], 'mainnet');
    for (const path of ['/v1/usage', `/v1/keys/${keyIds[0]}/usage`]) {
      const { body } = await usage('network=mainnet', path);
      expect([body.total.calls, Object.keys(body.byNetwork)]).toEqual([4, ['mainnet']]);
    }
    expect(await usage('network=unknown')).toMatchObject({
      status: 400,
      body: { errors: [{ at: 'query.network', message: expect.stringContaining('must be one of: mainnet') }] },
    });
  });

  test('returns zeros for an account without keys', async () => {
    const { body } = await api.call(newUser(), 'GET', '/v1/usage');
    expect(body.total).toEqual({ calls: 0, errors: 0, outcomes: {}, latency: null, rpcErrorCodes: {} });
    expect(body.points).toHaveLength(25);
  });

  test.each([
    ['minute', '2026-11-20T11:00:00Z', '2026-11-20T11:30:00Z', 30],
    ['hour', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z', 48],
    ['day', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 31],
  ])('returns a range by %s', async (span, from, to, points) => {
    const { body } = await usage(`span=${span}&from=${from}&to=${to}`);
    expect(body.points).toHaveLength(points);
    expect([body.span, Date.parse(body.from), Date.parse(body.to)]).toEqual([span, Date.parse(from), Date.parse(to)]);
  });

  test.each([
    ['that ends before it starts', 'from=2026-11-20T11:00:00Z&to=2026-11-20T10:00:00Z'],
    ['with more points than one response can have', 'from=2026-08-01T00:00:00Z&to=2026-11-20T00:00:00Z'],
    ['of minutes that are no longer kept', 'span=minute&from=2026-11-17T00:00:00Z&to=2026-11-17T01:00:00Z'],
    ['that starts in the future', 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z'],
  ])('refuses a range %s', async (_, query) => expectProblem(await usage(query), 'invalid_range'));

  test.each([
    'span=week',
    'from=yesterday',
    'from=1795176000000',
    'to=2026-11-20',
    'from=2026-13-45T00:00:00Z',
    'from=',
    'key=1',
  ])('refuses %s', async (query) => expectProblem(await usage(query), 'invalid_request'));
});

describe('GET usage/keys', () => {
  const byKey = (query = '') => usage(query, '/v1/usage/keys');
  const namesOf = ({ body }: Awaited<ReturnType<typeof byKey>>): [string, string, number][] =>
    body.keys.map(({ name, state, calls }: { name: string; state: string; calls: number }) => [name, state, calls]);

  test('returns the figures of each key with calls, most calls first, also of a revoked key', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok', 'rate_limited']);
    await countCalls(keyIds[1] ?? '', hourMs, ['ok'], 'mainnet');
    await api.call(user, 'POST', '/v1/keys', { json: { name: 'unused' } });
    await api.call(user, 'POST', `/v1/keys/${keyIds[0]}/revoke`);
    const answer = await byKey();
    expect(namesOf(answer)).toEqual([
      ['one', 'revoked', 4],
      ['two', 'active', 2],
    ]);
    expect(answer.body).toMatchObject({
      from: '2026-11-19T12:00:00.000Z',
      to: '2026-11-20T13:00:00.000Z',
      span: 'hour',
    });
    expect(answer.body.keys[0]).toEqual({
      keyId: keyIds[0],
      name: 'one',
      state: 'revoked',
      calls: 4,
      errors: 2,
      outcomes: { ok: 2, rate_limited: 2 },
      latency: { p50: 20, p95: 20, p99: 20 },
      rpcErrorCodes: {},
    });
    expect(namesOf(await byKey('network=mainnet'))).toEqual([['two', 'active', 2]]);
    expect(namesOf(await byKey('from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z&span=day'))).toEqual([]);
  });

  test('shows no key of another account', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok']);
    expect((await api.call(newUser(), 'GET', '/v1/usage/keys')).body.keys).toEqual([]);
  });

  test('is available as CSV, one row per key', async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok', 'rate_limited']);
    const event = eventOf(claimsOf(user), 'GET', '/v1/usage/keys', { headers: { accept: 'text/csv' } });
    const { body = '' } = await onHttpEvents(createApi(api.deps))(event);
    const [head, row, ...others] = body.split('\r\n');
    expect(head).toBe(`keyId,name,state,calls,errors,p50Ms,p95Ms,p99Ms,${outcomes.join()}`);
    expect(row).toBe(`${keyIds[0]},one,active,4,2,20,20,20,2,0,0,0,0,2,0,0,0,0,0,0,0`);
    expect(others).toEqual(['']);
  });

  test('refuses a range with more keys than one response can have', async () => {
    const ofKey = (_: unknown, index: number) =>
      recordOf({ keyId: `${user.sub}_${index}`, accountId: user.sub, at: noon - hourMs });
    // Half of the queries are for the names of the keys.
    await api.record(...Array.from({ length: (queriesPerToken * maxReportTokens) / 2 + 1 }, ofKey));
    expectProblem(await byKey(), 'invalid_range');
  });

  test('takes the most tokens at first, and gives back those that it does not need', async () => {
    const taken: number[] = [];
    const paid = await startApi({ ...api.deps, takeTokens: async (_, tokens) => void taken.push(tokens) });
    const tokensOf = async (target: string) => {
      await paid.call(user, 'GET', target);
      return taken.splice(0);
    };
    for (const path of ['usage', 'usage/keys', 'usage/split?by=key', `keys/${keyIds[0]}/usage`]) {
      expect(await tokensOf(`/v1/${path}`)).toEqual([maxReportTokens, 1 - maxReportTokens]);
    }
    const empty = 'from=2026-11-20T11:00:00Z&to=2026-11-20T10:00:00Z';
    expect(await tokensOf(`/v1/usage?${empty}`)).toEqual([maxReportTokens, 1 - maxReportTokens]);
  });
});

describe('GET usage/split', () => {
  const split = (query: string) => usage(query, '/v1/usage/split');
  const range = 'from=2026-11-20T10:00:00Z&to=2026-11-20T12:00:00Z';

  beforeEach(async () => {
    await countCalls(keyIds[0] ?? '', hourMs, ['ok', 'rate_limited']);
    await countCalls(keyIds[1] ?? '', 2 * hourMs, ['ok'], 'mainnet');
  });

  test('returns the calls and errors of each key over time, also of a revoked key', async () => {
    await api.call(user, 'POST', `/v1/keys/${keyIds[0]}/revoke`);
    expect((await split(`by=key&${range}`)).body).toEqual({
      from: '2026-11-20T10:00:00.000Z',
      to: '2026-11-20T12:00:00.000Z',
      span: 'hour',
      by: 'key',
      at: ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'],
      parts: [
        { id: keyIds[0], name: 'one', calls: [0, 4], errors: [0, 2] },
        { id: keyIds[1], name: 'two', calls: [2, 0], errors: [0, 0] },
      ],
      others: null,
    });
  });

  test('combines all but the parts with the most calls or errors', async () => {
    const { parts, others } = (await split(`by=network&parts=1&${range}`)).body;
    expect(parts).toEqual([{ id: 'devnet', name: 'devnet', calls: [0, 4], errors: [0, 2] }]);
    expect(others).toEqual({ count: 1, calls: [2, 0], errors: [0, 0] });
    const byErrors = (await split(`by=key&order=errors&${range}`)).body;
    expect(byErrors.parts.map(({ name }: { name: string }) => name)).toEqual(['one']);
    expect(byErrors.others).toEqual({ count: 1, calls: [2, 0], errors: [0, 0] });
  });

  test('is limited to a key and a network', async () => {
    const { parts } = (await split(`by=method&keyId=${keyIds[1]}&network=mainnet&${range}`)).body;
    expect(parts).toEqual([{ id: 'getHealth', name: 'getHealth', calls: [2, 0], errors: [0, 0] }]);
    expect((await split(`by=method&keyId=${keyIds[1]}&network=devnet&${range}`)).body.parts).toEqual([]);
  });

  test('has nothing of another account, whose keys are not found', async () => {
    const stranger = newUser();
    const foreign = (query: string) => api.call(stranger, 'GET', `/v1/usage/split?${query}`);
    expect((await foreign(`by=key&${range}`)).body).toMatchObject({ parts: [], others: null });
    expectProblem(await foreign(`by=method&keyId=${keyIds[0]}`), 'key_not_found');
    expectProblem(await foreign('by=method&keyId=key_01KAGE0000000000000000000A'), 'key_not_found');
  });

  test('is a CSV file with a row per time and part', async () => {
    const target = `/v1/usage/split?by=network&parts=1&${range}`;
    const event = eventOf(claimsOf(user), 'GET', target, { headers: { accept: 'text/csv' } });
    const { body = '' } = await onHttpEvents(createApi(api.deps))(event);
    expect(body.split('\r\n')).toEqual([
      'at,id,name,calls,errors',
      '2026-11-20T10:00:00.000Z,devnet,devnet,0,0',
      '2026-11-20T10:00:00.000Z,,others,2,0',
      '2026-11-20T11:00:00.000Z,devnet,devnet,4,2',
      '2026-11-20T11:00:00.000Z,,others,0,0',
      '',
    ]);
  });

  test.each([
    '',
    'by=outcome',
    'by=key&order=latency',
    'by=key&parts=0',
    'by=key&parts=21',
    'by=key&parts=x',
    'by=key&key=1',
  ])('refuses “%s”', async (query) => expectProblem(await split(query), 'invalid_request'));

  test('refuses a range with too many points', async () => {
    expectProblem(await split('by=key&from=2026-08-01T00:00:00Z&to=2026-11-20T00:00:00Z'), 'invalid_range');
  });
});
