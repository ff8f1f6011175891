import { describe, expect, test } from '@jest/globals';
import type { RecordedRequest } from '../../../../../dashboard/api/api.ts';
import type { RequestPage } from '../../../../../dashboard/api/requests.ts';
import { smallBlocks } from '../../../../../dashboard/pages/history/list/request-blocks.ts';
import {
  hasGap,
  mergeNewer,
  newerFrom,
  requestsIn,
  unlistedRequests,
} from '../../../../../dashboard/pages/history/list/request-pages.ts';

const request = (requestId: string): RecordedRequest => ({
  requestId,
  keyId: 'key_1',
  at: '2026-11-20T12:00:00.000Z',
  network: 'mainnet',
  outcome: 'ok',
  status: 200,
  calls: [{ method: 'getSlot', outcome: 'ok', errorCode: null, count: 1 }],
  count: 1,
  durationMs: 5,
  upstreamMs: 2,
  requestBytes: 40,
  responseBytes: 50,
  tries: [],
  countedAt: null,
  countedCalls: 0,
});

/** A page read `second` seconds after noon with one day of history; ids sort alphabetically. */
const page = (ids: string, { second = 0, next = null as string | null } = {}): RequestPage => ({
  requests: [...ids].map(request),
  nextCursor: next,
  historyFrom: new Date(Date.UTC(2026, 10, 19, 12, 0, second)).toISOString(),
});

const ofOneKey = { keys: ['key_1'] };

const ids = (requests: readonly RecordedRequest[]) => requests.map(({ requestId }) => requestId).join('');

describe('the new requests since a list was read', () => {
  test('are those that the list does not have', () => {
    expect(ids(unlistedRequests([page('dcb', { next: 'more' })], page('fedcb', { second: 3 })))).toBe('fe');
  });

  test('include one that was recorded late and belongs below newer ones', () => {
    expect(ids(unlistedRequests([page('dba', { next: 'more' })], page('dcba', { second: 3 })))).toBe('c');
  });

  test('exclude those that belong below the list, among requests not yet loaded', () => {
    expect(ids(unlistedRequests([page('dc', { next: 'more' })], page('edcba', { second: 3 })))).toBe('e');
  });

  test('include one at the very bottom of a complete list', () => {
    expect(ids(unlistedRequests([page('dc')], page('edcb', { second: 3 })))).toBe('eb');
  });

  test('are all requests if the list is empty', () => {
    expect(ids(unlistedRequests([page('')], page('ba', { second: 3 })))).toBe('ba');
    expect(ids(unlistedRequests([page('', { next: 'more' })], page('ba', { second: 3 })))).toBe('ba');
  });

  test('are none in a fetch from before the list was read', () => {
    expect(unlistedRequests([page('dcb', { second: 3 })], page('fe', { second: 3 }))).toEqual([]);
    expect(unlistedRequests([page('dcb', { second: 3 })], page('fe', { second: 1 }))).toEqual([]);
  });

  test('exclude those on an older page of the list', () => {
    expect(
      ids(unlistedRequests([page('fe', { next: 'c' }), page('dc', { next: 'd' })], page('gfed', { second: 3 }))),
    ).toBe('g');
  });
});

describe('a gap between the list and the new requests', () => {
  test('exists if the fetch was full before it reached the list', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('zyx', { second: 3, next: 'more' }))).toBe(true);
  });

  test('does not exist if the fetch reached the list or the end', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('dcb', { second: 3, next: 'more' }))).toBe(false);
    expect(hasGap([page('ba', { next: 'more' })], page('dc', { second: 3 }))).toBe(false);
  });

  test('does not exist if the fetch was empty', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('', { second: 3, next: 'more' }))).toBe(false);
  });
});

describe('new requests are merged into the list', () => {
  test('sorted by id without duplicates, and the last cursor stays', () => {
    const merged = mergeNewer([page('dba', { next: 'more' }), page('98')], page('edcb', { second: 3 }));
    expect(merged.map(({ requests }) => ids(requests))).toEqual(['edcba', '98']);
    expect(merged[0]?.nextCursor).toBe('more');
  });

  test('and the next fetch starts at the last one', () => {
    const merged = mergeNewer([page('b')], page('cb', { second: 3 }));
    expect(newerFrom(merged, 1, ofOneKey)).toBe('2026-11-20T11:59:33.000Z');
  });

  test('but it starts at the same place if the last one was cut short and empty', () => {
    const merged = mergeNewer([page('b')], page('', { second: 3, next: 'more' }));
    expect(newerFrom(merged, 1, ofOneKey)).toBe('2026-11-20T11:59:30.000Z');
  });

  test('never from a fetch from before the list was read', () => {
    const pages = [page('b', { second: 3 })];
    expect(mergeNewer(pages, page('cb', { second: 1 }))).toEqual(pages);
    expect(mergeNewer([], page('cb'))).toEqual([]);
  });
});

describe('a fetch of new requests starts', () => {
  const later = '2026-11-20T12:30:00.000Z';

  test('early enough, by the service’s clock, that no late record is missed', () => {
    expect(newerFrom([page('a', { second: 40 })], 1, ofOneKey)).toBe('2026-11-20T12:00:10.000Z');
  });

  test('earlier for several keys, because those of a revoked key wait for its usage', () => {
    const several = ['2026-11-20T11:59:10.000Z', '2026-11-20T11:59:10.000Z'];
    const pages = [page('a', { second: 40 })];
    expect([newerFrom(pages, 1, { keys: [] }), newerFrom(pages, 1, { keys: ['a', 'b'] })]).toEqual(several);
  });

  test('not before the requested range', () => {
    expect(newerFrom([page('a')], 1, { ...ofOneKey, from: later })).toBe(later);
    expect(newerFrom([page('a')], 1, { ...ofOneKey, from: '2026-11-19T12:30:00.000Z' })).toBe(
      '2026-11-20T11:59:30.000Z',
    );
  });

  test('at the start of the range while nothing has been read', () => {
    expect(newerFrom([], 1, { ...ofOneKey, from: later })).toBe(later);
    expect(newerFrom([], 1, ofOneKey)).toBeUndefined();
  });
});

test('the rows of overlapping pages have each request once, newest first', () => {
  expect(ids(requestsIn([page('dcb'), page('cba')]))).toBe('dcba');
});

test('when older requests arrive, full blocks stay the same arrays, so that they are not rendered again', () => {
  const requests = [...'zyxwvutsrqponmlkjihgfedcb'].map(request);
  const blocks = (count: number) => smallBlocks(requests.slice(0, count));
  const [first, second] = blocks(22);
  const after = blocks(25);
  expect(after.flat()).toEqual(requests);
  expect(after.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(after[0]).toBe(first);
  expect(after[1]).toBe(second);
});
