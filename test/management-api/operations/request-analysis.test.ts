import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createRequestLimit, requestBucket } from '../../../src/accounts/account-request-limit.ts';
import { leastTokens, mostOfSearch } from '../../../src/management-api/history-tokens.ts';
import { maxPageRows } from '../../../src/records/history.ts';
import { recordItem } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { documentClient, makeTable } from '../../support/dynamodb.ts';
import { putItems } from '../../support/put-items.ts';
import { countEveryCall, idsOf } from '../../usage/count-every-call.ts';
import { recordOf } from '../../usage/record.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const hourMs = 3_600_000;
const time = (before: number) => new Date(noon - before).toISOString();

let api: TestApi;
let recordsTable: string;
let user: User;
let keyId: string;

beforeAll(async () => {
  recordsTable = await makeTable(true);
  api = await startApi({ records: createSdkTable(documentClient(), recordsTable) });
});

const newKey = async (): Promise<string> =>
  (await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key.keyId;

beforeEach(async () => {
  user = newUser();
  keyId = await newKey();
});

/** Stores a request made this long before noon. */
async function keep(before: number, changes: Partial<RequestRecord> = {}): Promise<RequestRecord> {
  const at = noon - before;
  const record = recordOf({ requestId: newRequestId(at), keyId, accountId: user.sub, at, ...changes });
  await api.deps.records.put(recordItem(record, 90));
  return record;
}

const analyze = (query = '', asker = user) => api.call(asker, 'GET', `/v1/requests/analysis?${query}`);

describe('GET requests/analysis', () => {
  test('has percentiles by method, and the slowest and the largest requests, of all keys', async () => {
    const batch = await keep(hourMs, {
      durationMs: 31,
      calls: [
        { method: 'getSlot', outcome: 'ok', count: 2 },
        { method: 'getHealth', outcome: 'ok', count: 1 },
      ],
    });
    const large = await keep(2 * hourMs, { keyId: await newKey(), durationMs: 20, responseBytes: 5_000 });
    await keep(3 * hourMs, {
      status: 429,
      outcome: 'rate_limited',
      count: 5,
      durationMs: 900,
      requestBytes: 9_000,
      calls: [{ method: 'getSlot', outcome: 'rate_limited', count: 5 }],
    });
    const { status, body } = await analyze();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: time(24 * hourMs),
      to: time(0),
      requests: 7,
      byMethod: {
        getHealth: {
          calls: 2,
          errors: 0,
          inBatches: 1,
          latency: { p50: 20, p95: 31, p99: 31 },
          latencies: { 20: 1, 31: 1 },
        },
        getSlot: {
          calls: 7,
          errors: 5,
          inBatches: 2,
          latency: { p50: 31, p95: 31, p99: 31 },
          latencies: { 31: 2 },
        },
      },
      nextCursor: null,
      historyFrom: time(24 * hourMs),
    });
    expect(idsOf(body.slowest)).toEqual(idsOf([batch, large]));
    expect(idsOf(body.largest)).toEqual(idsOf([large, batch]));
    const one = (await api.call(user, 'GET', `/v1/keys/${keyId}/requests/${batch.requestId}`)).body;
    expect(body.slowest[0]).toEqual(one);
  });

  test('of an account without requests is empty', async () => {
    expect((await analyze()).body).toMatchObject({
      requests: 0,
      byMethod: {},
      slowest: [],
      largest: [],
      nextCursor: null,
    });
  });

  test('is limited by keys, network, method and time', async () => {
    const other = await newKey();
    const [one, two] = [await keep(hourMs, { network: 'mainnet' }), await keep(2 * hourMs, { keyId: other })];
    const slot = await keep(3 * hourMs, { calls: [{ method: 'getSlot', outcome: 'ok', count: 1 }] });
    const found = async (query: string) => idsOf((await analyze(query)).body.slowest).toSorted();
    const ids = (...records: RequestRecord[]) => idsOf(records).toSorted();
    expect(await found(`keys=${other}`)).toEqual(ids(two));
    expect(await found(`keys=${other},${keyId}`)).toEqual(ids(one, two, slot));
    expect(await found('network=mainnet')).toEqual(ids(one));
    expect(await found('method=getSlot')).toEqual(ids(slot));
    const range = await analyze(`from=${time(3 * hourMs)}&to=${time(hourMs)}`);
    expect(idsOf(range.body.slowest).toSorted()).toEqual(ids(two, slot));
    expect(range.body).toMatchObject({ from: time(3 * hourMs), to: time(hourMs) });
  });

  test('refuses other accounts’ keys, times before the retained history, and what a list refuses', async () => {
    await keep(hourMs);
    expectProblem(await analyze(`keys=${keyId}`, newUser()), 'key_not_found');
    expectProblem(await analyze(`keys=${keyId},key_unknown`), 'key_not_found');
    expect((await analyze('', newUser())).body).toMatchObject({ requests: 0, slowest: [] });
    expectProblem(await analyze(`from=${time(25 * hourMs)}`), 'beyond_retention');
    expectProblem(await analyze(`from=${time(1)}&to=${time(2)}`), 'invalid_range');
    for (const query of ['network=unknown', 'limit=10', 'outcome=ok', 'from=now', 'keys=']) {
      expectProblem(await analyze(query), 'invalid_request');
    }
  });

  test('reads a bounded number of requests, says which part of the range it covers, and continues before it', async () => {
    const made = Array.from({ length: maxPageRows + 3 }, (_, index) => {
      const at = noon - 2 * index;
      return recordOf({
        requestId: newRequestId(at),
        keyId,
        accountId: user.sub,
        at,
        durationMs: (index * 7_919) % 5_009,
      });
    });
    await putItems(
      recordsTable,
      made.map((record) => recordItem(record, 90)),
    );
    const [newest, oldest] = [made.slice(0, maxPageRows), made.slice(maxPageRows)];

    const first = (await analyze()).body;
    expect(first).toMatchObject({ requests: maxPageRows, from: time(2 * (maxPageRows - 1)), to: time(0) });
    expect(idsOf(first.slowest)).toEqual(countEveryCall(newest).slowest);
    expect(first.byMethod.getHealth).toMatchObject({ latency: countEveryCall(newest).methods[0]?.latency });

    await keep(0, { durationMs: 9_999 });
    const second = (await analyze(`cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ requests: 3, from: time(24 * hourMs), to: first.from, nextCursor: null });
    expect(idsOf(second.slowest)).toEqual(countEveryCall(oldest).slowest);
    expectProblem(await analyze(`method=getHealth&cursor=${first.nextCursor}`), 'invalid_cursor');
    expectProblem(await analyze(`cursor=${first.nextCursor}`, newUser()), 'invalid_cursor');
    const list = await api.call(user, 'GET', `/v1/requests?cursor=${first.nextCursor}`);
    expectProblem(list, 'invalid_cursor');

    const taken: number[] = [];
    const paid = await startApi({ ...api.deps, takeTokens: async (_, tokens) => void taken.push(tokens) });
    const tokensOf = async (path: string) => {
      await paid.call(user, 'GET', `/v1/requests${path}`);
      return taken.splice(0);
    };
    const isReturned = mostOfSearch - leastTokens;
    expect(await tokensOf('')).toEqual([1]);
    expect(await tokensOf('?method=sendTransaction')).toEqual([mostOfSearch]);
    expect(await tokensOf('?method=getHealth')).toEqual([mostOfSearch, -isReturned]);
    expect(await tokensOf('/analysis')).toEqual([mostOfSearch]);
    expect(await tokensOf(`/analysis?cursor=${first.nextCursor}`)).toEqual([mostOfSearch, -isReturned]);
  });

  test.each([
    ['?method=getSlot&cursor=none', 'invalid_cursor'],
    ['?method=getSlot&limit=none', 'invalid_request'],
    ['?method=getSlot&keys=key_of_nobody', 'key_not_found'],
    ['/analysis?from=2020-01-01T00:00:00Z', 'beyond_retention'],
  ] as const)('takes one token for %s, which is refused', async (path, problem) => {
    const taken: number[] = [];
    const paid = await startApi({ ...api.deps, takeTokens: async (_, tokens) => void taken.push(tokens) });
    expectProblem(await paid.call(user, 'GET', `/v1/requests${path}`), problem);
    expect(taken).toEqual([mostOfSearch, 1 - mostOfSearch]);
  });

  test('takes tokens for the most that it may read, and gives back those for what it did not read', async () => {
    const { directory, clock, log } = api.deps;
    const limited = await startApi({ ...api.deps, takeTokens: createRequestLimit(directory, clock, log) });
    const eager = newUser();
    const ask = () => limited.call(eager, 'GET', '/v1/requests/analysis');
    for (let taken = 0; taken < requestBucket.tokens - mostOfSearch; taken += leastTokens) {
      expect((await ask()).status).toBe(200);
    }
    expect((await ask()).status).toBe(200);
    expectProblem(await ask(), 'too_many_requests');
  });
});
