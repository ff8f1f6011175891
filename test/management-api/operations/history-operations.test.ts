import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import { recordKey, writeRecord } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { recordOf } from '../../usage/record.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const hourMs = 3_600_000;

let api: TestApi;
let user: User;
let keyId: string;

beforeAll(async () => {
  api = await startApi();
});

beforeEach(async () => {
  api.time.now = noon;
  user = newUser();
  ({ keyId } = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).body.key);
});

/** Records a request made this long before noon and returns its id. */
async function keep(before: number, changes: Partial<RequestRecord> = {}): Promise<string> {
  const at = noon - before;
  const record = recordOf({ requestId: ulid(at), keyId, accountId: user.sub, at, ...changes });
  await writeRecord(api.deps.records, api.deps.log, record, 90);
  return record.requestId;
}

const history = (query = '', asker = user) => api.call(asker, 'GET', `/v1/keys/${keyId}/requests?${query}`);
const idsOf = ({ body }: Awaited<ReturnType<typeof history>>): string[] =>
  body.requests.map(({ requestId }: { requestId: string }) => requestId);

describe('GET keys/{id}/requests', () => {
  test('leaves out an unreadable row and logs its id', async () => {
    const [readable, unreadable] = [await keep(1), await keep(0)];
    await api.deps.records.update({
      key: recordKey({ keyId, at: noon, requestId: unreadable }),
      update: 'SET #at = :never',
      names: { '#at': 'at' },
      values: { ':never': 'never' },
    });
    const answer = await history();
    expect([answer.status, idsOf(answer)]).toEqual([200, [readable]]);
    expect(api.lines).toContainEqual({ level: 'error', event: 'row_unreadable', keyId, requestId: unreadable });
  });

  test('returns the requests of the key, newest first, and the start of the history', async () => {
    const older = await keep(2 * hourMs);
    const calls = [
      { outcome: 'invalid_request', count: 1 },
      { method: 'getSlot', outcome: 'ok', count: 2 },
      { method: 'getSlot', outcome: 'rpc_error', errorCode: -32004, count: 1 },
    ] as const;
    const newer = await keep(0, { calls: [...calls], outcome: 'invalid_request', upstreamMs: 9 });
    const answer = await history();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ nextCursor: null, historyFrom: new Date(noon - 24 * hourMs).toISOString() });
    expect(idsOf(answer)).toEqual([newer, older]);
    expect(answer.body.requests[0]).toEqual({
      requestId: newer,
      keyId,
      at: new Date(noon).toISOString(),
      network: 'devnet',
      outcome: 'invalid_request',
      status: 200,
      calls: [
        { method: null, outcome: 'invalid_request', errorCode: null, count: 1 },
        { method: 'getSlot', outcome: 'ok', errorCode: null, count: 2 },
        { method: 'getSlot', outcome: 'rpc_error', errorCode: -32004, count: 1 },
      ],
      count: 1,
      durationMs: 12,
      upstreamMs: 9,
      requestBytes: 46,
      responseBytes: 39,
      tries: [],
      countedAt: null,
      countedCalls: 0,
    });
    expect(answer.body.requests[1].upstreamMs).toBeNull();
  });

  test('returns each request on exactly one page while new ones come in', async () => {
    const ids: string[] = [];
    for (const hours of [5, 4, 3, 2, 1]) ids.unshift(await keep(hours * hourMs));
    const first = await history('limit=2');
    await keep(0);
    const second = await history(`limit=2&cursor=${first.body.nextCursor}`);
    const third = await history(`limit=2&cursor=${second.body.nextCursor}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.body.nextCursor).toBeNull();
  });

  test('filters by method, outcome, network and time', async () => {
    const slot = await keep(hourMs, { calls: [{ method: 'getSlot', outcome: 'ok', count: 1 }] });
    const limited = await keep(2 * hourMs, {
      outcome: 'rate_limited',
      calls: [{ method: 'getHealth', outcome: 'rate_limited', count: 1 }],
    });
    const mainnet = await keep(3 * hourMs, { network: 'mainnet' });
    expect(idsOf(await history('method=getSlot'))).toEqual([slot]);
    expect(idsOf(await history('outcome=rate_limited'))).toEqual([limited]);
    expect(idsOf(await history('network=mainnet'))).toEqual([mainnet]);
    expect(idsOf(await history('from=2026-11-20T09:30:00Z&to=2026-11-20T10:30:00Z'))).toEqual([limited]);
    expect(idsOf(await history('method=getSlot&network=mainnet'))).toEqual([]);
  });

  test('refuses a range that starts before the retained history, with its start', async () => {
    const answer = await history('from=2026-11-18T00:00:00Z');
    expectProblem(answer, 'beyond_retention', { historyFrom: new Date(noon - 24 * hourMs).toISOString() });
    await api.assignPlan(user, 'developer');
    expect((await history('from=2026-11-18T00:00:00Z')).status).toBe(200);
  });

  test('hides requests older than a smaller plan’s history at once', async () => {
    await api.assignPlan(user, 'developer');
    const old = await keep(48 * hourMs);
    expect(idsOf(await history())).toEqual([old]);
    await api.call(user, 'PUT', '/v1/account/plan', { json: { planId: 'free' } });
    expect(idsOf(await history())).toEqual([]);
    expectProblem(await api.call(user, 'GET', `/v1/keys/${keyId}/requests/${old}`), 'request_not_found');
  });

  test('continues a list whose start has meanwhile left the history', async () => {
    const early = await keep(23 * hourMs);
    await keep(hourMs);
    const from = `from=${new Date(noon - 24 * hourMs).toISOString()}`;
    const first = await history(`${from}&limit=1`);
    api.time.now += hourMs / 2;
    expect(idsOf(await history(`${from}&limit=1&cursor=${first.body.nextCursor}`))).toEqual([early]);
  });

  test('refuses a cursor of another filter, key or list, and a changed cursor', async () => {
    await keep(hourMs);
    await keep(2 * hourMs);
    const { nextCursor } = (await history('limit=1')).body;
    const refused = async (answer: ReturnType<typeof history>) => expectProblem(await answer, 'invalid_cursor');
    await refused(history(`outcome=ok&cursor=${nextCursor}`));
    await refused(history(`cursor=${nextCursor.slice(1)}`));
    await refused(history(`cursor=${nextCursor.replace('.', '')}`));
    await refused(api.call(user, 'GET', `/v1/keys?cursor=${nextCursor}`));
    const other = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'two' } })).body.key.keyId;
    await refused(api.call(user, 'GET', `/v1/keys/${other}/requests?cursor=${nextCursor}`));
  });

  test('refuses a range that ends before it starts', async () => {
    expectProblem(await history('from=2026-11-20T11:00:00Z&to=2026-11-20T10:00:00Z'), 'invalid_range');
    expectProblem(await history('to=2026-11-01T00:00:00Z'), 'invalid_range');
  });

  test('filters by errors and their codes, which one call must match', async () => {
    const calls = [
      { method: 'getSlot', outcome: 'rpc_error', errorCode: -32004, count: 1 },
      { method: 'getHealth', outcome: 'ok', count: 1 },
    ] as const;
    const failed = await keep(hourMs, { outcome: 'rpc_error', calls: [...calls] });
    const unknown = await keep(2 * hourMs, {
      outcome: 'rpc_error',
      calls: [{ method: 'getSlot', outcome: 'rpc_error', errorCode: 4711, count: 1 }],
    });
    await keep(3 * hourMs);
    expect(idsOf(await history('outcome=error'))).toEqual([failed, unknown]);
    expect(idsOf(await history('errorCode=-32004'))).toEqual([failed]);
    expect(idsOf(await history('errorCode=4711'))).toEqual([unknown]);
    expect(idsOf(await history('errorCode=other'))).toEqual([unknown]);
    expect(idsOf(await history('outcome=error&method=getHealth'))).toEqual([]);
    expect(idsOf(await history('errorCode=-32004&method=getSlot&outcome=error'))).toEqual([failed]);
    const first = await history('outcome=error&limit=1');
    expect(idsOf(await history(`outcome=error&limit=1&cursor=${first.body.nextCursor}`))).toEqual([unknown]);
    expectProblem(await history(`errorCode=-32004&cursor=${first.body.nextCursor}`), 'invalid_cursor');
  });

  test.each([
    'outcome=fine',
    'errorCode=',
    'errorCode=1.5',
    'errorCode=others',
    'errorCode=9999999999999999',
    'limit=0',
    'limit=101',
    'from=now',
    'to=',
    'offset=2',
    'method=a&method=b',
  ])('refuses %s', async (query) => expectProblem(await history(query), 'invalid_request'));
});

describe('GET keys/{id}/requests/{id}', () => {
  test('returns the request with this id', async () => {
    const requestId = await keep(hourMs);
    const { status, body } = await api.call(user, 'GET', `/v1/keys/${keyId}/requests/${requestId}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { requestId, keyId } });
  });

  test.each(['01KAGE0000000000000000000A', 'nonsense', '#', '%'])('does not find the id %s', async (id) => {
    const answer = await api.call(user, 'GET', `/v1/keys/${keyId}/requests/${encodeURIComponent(id)}`);
    expectProblem(answer, 'request_not_found');
  });
});

describe('GET requests', () => {
  const ofAccount = (query = '', asker = user) => api.call(asker, 'GET', `/v1/requests?${query}`);
  let other: string;

  beforeEach(async () => {
    other = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'two' } })).body.key.keyId;
  });

  test('returns the requests of all keys or of some, also of a revoked one', async () => {
    const [newest, older] = [await keep(1), await keep(2, { keyId: other })];
    await api.call(user, 'POST', `/v1/keys/${other}/revoke`);
    expect(idsOf(await ofAccount(`keys=${keyId}`))).toEqual([newest]);
    expect(idsOf(await ofAccount(`keys=${other}`))).toEqual([older]);
    expect(idsOf(await ofAccount(`keys=${other},${keyId},${other}`))).toEqual([newest, older]);
  });

  test('seals a cursor with the keys, in any order', async () => {
    const [, older] = [await keep(1), await keep(2, { keyId: other })];
    const { nextCursor } = (await ofAccount(`limit=1&keys=${keyId},${other}`)).body;
    expect(idsOf(await ofAccount(`limit=1&keys=${other},${keyId}&cursor=${nextCursor}`))).toEqual([older]);
    expectProblem(await ofAccount(`limit=1&keys=${other}&cursor=${nextCursor}`), 'invalid_cursor');
    expectProblem(await ofAccount(`limit=1&cursor=${nextCursor}`), 'invalid_cursor');
  });

  test('refuses keys of another account, and more keys than a list may have', async () => {
    expectProblem(await ofAccount(`keys=${keyId}`, newUser()), 'key_not_found');
    expectProblem(await ofAccount(`keys=${keyId},key_unknown`), 'key_not_found');
    const ids = Array.from({ length: 51 }, (_, index) => `key_${index}`);
    expectProblem(await ofAccount(`keys=${ids.join()}`), 'invalid_request');
    for (const keys of ['', ',', `${keyId},`]) expectProblem(await ofAccount(`keys=${keys}`), 'invalid_request');
  });
});
