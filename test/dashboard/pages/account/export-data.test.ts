import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { mostRequests } from '../../../../dashboard/export/most-requests.ts';
import type { Wait } from '../../../../dashboard/export/retrying-reads.ts';
import { exportData } from '../../../../dashboard/pages/account/export/export-data.ts';
import { exportSource } from '../../../../dashboard/pages/account/export/export-source.ts';
import { effort } from '../../../support/effort.ts';
import { type ServedApi, serveApi } from '../../api/served-api.ts';

const now = Date.parse('2026-11-22T15:00:00Z');
const account = { accountId: 'a', email: 'you@example.com' };
const key = { keyId: 'key_1', name: '=cmd', state: 'active', createdAt: '2026-11-20T00:00:00.000Z', lastUsedAt: null };
const token = {
  tokenId: 'tok_1',
  name: 'CI',
  state: 'active',
  permissions: ['read', 'keys'],
  firstCharacters: 'slt_4fGh',
  createdAt: '2026-11-20T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};
const point = { at: '2026-11-21T00:00:00.000Z', calls: 2, errors: 0, latency: null, outcomes: {} };
const empty = { ...point, calls: 0 };
const call = { method: 'getSlot', outcome: 'ok', errorCode: null, count: 2 };
const request = {
  requestId: 'r1',
  at: '2026-11-21T10:00:00.000Z',
  keyId: 'key_1',
  network: 'mainnet',
  outcome: 'rpc_error',
  status: 200,
  calls: [call, { ...call, method: 'getHealth', outcome: 'rpc_error', errorCode: -32601, count: 1 }],
  count: 1,
  durationMs: 12,
  upstreamMs: null,
  requestBytes: 10,
  responseBytes: 20,
  tries: [],
  countedAt: null,
  countedCalls: 0,
};

let served: ServedApi;
const waits: number[] = [];
let waited = 0;
const wait: Wait = async (milliseconds, signal) => {
  signal.throwIfAborted();
  waits.push(milliseconds);
  waited += milliseconds;
};
beforeAll(async () => {
  served = await serveApi('token', () => waited);
});
beforeEach(() => {
  served.received.length = 0;
  served.answer = ({ path }) => ({ body: answerTo(path) });
  waits.length = 0;
});
afterAll(() => served.close());

function answerTo(path: string): unknown {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const isFirst = !searchParams.has('cursor');
  switch (pathname) {
    case '/v1/account':
      return account;
    case '/v1/keys':
      return { keys: searchParams.get('state') === 'active' ? [key] : [], nextCursor: null };
    case '/v1/tokens':
      return { tokens: [token] };
    case '/v1/usage':
      return { points: searchParams.get('from')?.startsWith('2026-08') ? [empty, point] : [empty] };
    case '/v1/activity':
      return { activity: [], nextCursor: null };
    default:
      return { requests: [{ ...request, requestId: isFirst ? 'r2' : 'r1' }], nextCursor: isFirst ? 'next' : null };
  }
}

/** How many requests a full export holds: whole pages. */
const most = effort(200, mostRequests);

async function run(signal = new AbortController().signal) {
  const options = { service: 'Sluice', now, onProgress: () => undefined, most };
  const archive = await exportData(exportSource(served.api, signal, wait), options);
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('the archive has every table as JSON and CSV, with all pages and only days with calls', async () => {
  const files = await run();
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'README.txt',
      'account.json',
      ...['activity', 'keys', 'requests', 'tokens', 'usage'].flatMap((name) => [`${name}.csv`, `${name}.json`]),
    ].toSorted(),
  );
  expect(JSON.parse(files['account.json'] ?? '')).toEqual(account);
  expect(JSON.parse(files['keys.json'] ?? '')).toEqual([key]);
  expect(JSON.parse(files['tokens.json'] ?? '')).toEqual([token]);
  expect(files['tokens.csv']?.split('\r\n')[1]).toBe('tok_1,CI,active,read keys,2026-11-20T00:00:00.000Z,,');
  expect(JSON.parse(files['usage.json'] ?? '')).toEqual([point]);
  expect(JSON.parse(files['activity.json'] ?? '')).toEqual([]);
  expect(JSON.parse(files['requests.json'] ?? '')).toEqual([{ ...request, requestId: 'r2' }, request]);
  expect(files['requests.csv']?.split('\r\n').slice(1)).toEqual([
    'r2,key_1,2026-11-21T10:00:00.000Z,mainnet,rpc_error,200,1,3,getSlot getHealth,-32601,12,,10,20,,,0',
    'r1,key_1,2026-11-21T10:00:00.000Z,mainnet,rpc_error,200,1,3,getSlot getHealth,-32601,12,,10,20,,,0',
    '',
  ]);
  expect(files['README.txt']).toContain('you@example.com');
});

test('a name cannot become a formula in a spreadsheet', async () => {
  expect((await run())['keys.csv']).toContain("key_1,'=cmd,active");
});

test('usage is asked for 400 days, without gaps', async () => {
  await run();
  const ranges = served.received
    .filter(({ path }) => path.startsWith('/v1/usage'))
    .map(({ path }) => new URL(path, 'http://x').searchParams);
  expect(ranges[0]?.get('from')).toBe('2025-10-19T00:00:00.000Z');
  expect(ranges.at(-1)?.get('to')).toBe('2026-11-23T00:00:00.000Z');
  expect(ranges.slice(1).map((range) => range.get('from'))).toEqual(
    ranges.slice(0, -1).map((range) => range.get('to')),
  );
});

test('waits as long as the API asks for, and retries what may pass', async () => {
  const failures = [
    { status: 429, headers: { 'retry-after': '3' }, body: {} },
    { status: 503, body: {} },
    { isLost: true },
  ];
  served.answer = ({ path }) => failures.shift() ?? { body: answerTo(path) };
  expect(Object.keys(await run())).toHaveLength(12);
  expect(waits).toEqual([3_000, 2_000, 2_000]);
});

test('fails without an archive if a part cannot be read', async () => {
  served.answer = ({ path }) => (path.startsWith('/v1/requests') ? { status: 403 } : { body: answerTo(path) });
  await expect(run()).rejects.toMatchObject({ status: 403 });
  served.answer = () => ({ status: 500 });
  await expect(run()).rejects.toMatchObject({ status: 500 });
  expect(waits).toHaveLength(4);
});

test('stops when it is cancelled', async () => {
  const control = new AbortController();
  served.answer = ({ path }) => {
    if (path.startsWith('/v1/requests')) control.abort();
    return { body: answerTo(path) };
  };
  await expect(run(control.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

test('holds a limited number of requests, and says so', async () => {
  const page = Array.from({ length: 100 }, () => request);
  const body = { requests: page, nextCursor: 'more' };
  served.answer = ({ path }) => ({ body: path.startsWith('/v1/requests') ? body : answerTo(path) });
  const files = await run();
  expect(JSON.parse(files['requests.json'] ?? '')).toHaveLength(most);
  expect(files['README.txt']).toContain(`these are the newest ${most}`);
});

test('holds 100,000 requests unless it is told otherwise, as docs/dashboard.md says', async () => {
  const { requests: _, ...source } = exportSource(served.api, new AbortController().signal, wait);
  const full = Array.from({ length: 100_000 }, () => request);
  async function* requests() {
    yield full;
    yield [request];
  }
  const archive = await exportData({ ...source, requests }, { service: 'Sluice', now, onProgress: () => undefined });
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()), { filter: ({ name }) => name === 'README.txt' });
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('these are the newest 100000');
});
