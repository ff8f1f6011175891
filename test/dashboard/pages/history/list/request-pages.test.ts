import { describe, expect, test } from '@jest/globals';
import type { RequestRecord } from '../../../../../dashboard/api/api.ts';
import type { RequestPage } from '../../../../../dashboard/api/requests.ts';
import {
  hasGap,
  mergeNewer,
  newerFrom,
  requestsIn,
  unlistedRequests,
} from '../../../../../dashboard/pages/history/list/request-pages.ts';

const request = (requestId: string): RequestRecord => ({
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
});

/** A page read `second` seconds after noon on a plan of one day; ids sort as their letters do. */
const page = (ids: string, { second = 0, next = null as string | null } = {}): RequestPage => ({
  requests: [...ids].map(request),
  nextCursor: next,
  historyFrom: new Date(Date.UTC(2026, 10, 19, 12, 0, second)).toISOString(),
});

const ids = (requests: readonly RequestRecord[]) => requests.map(({ requestId }) => requestId).join('');

describe('what came in since a list was read', () => {
  test('is what the list does not hold', () => {
    expect(ids(unlistedRequests([page('dcb', { next: 'more' })], page('fedcb', { second: 3 })))).toBe('fe');
  });

  test('counts where its record was written late and stands below younger ones', () => {
    expect(ids(unlistedRequests([page('dba', { next: 'more' })], page('dcba', { second: 3 })))).toBe('c');
  });

  test('does not count what belongs below the list, where older requests are still to be loaded', () => {
    expect(ids(unlistedRequests([page('dc', { next: 'more' })], page('edcba', { second: 3 })))).toBe('e');
  });

  test('counts at the very bottom of a list that is complete', () => {
    expect(ids(unlistedRequests([page('dc')], page('edcb', { second: 3 })))).toBe('eb');
  });

  test('is everything where the list is empty', () => {
    expect(ids(unlistedRequests([page('')], page('ba', { second: 3 })))).toBe('ba');
    expect(ids(unlistedRequests([page('', { next: 'more' })], page('ba', { second: 3 })))).toBe('ba');
  });

  test('is nothing by a look that was made before the list was read', () => {
    expect(unlistedRequests([page('dcb', { second: 3 })], page('fe', { second: 3 }))).toEqual([]);
    expect(unlistedRequests([page('dcb', { second: 3 })], page('fe', { second: 1 }))).toEqual([]);
  });

  test('does not count twice what an older page of the list holds', () => {
    expect(
      ids(unlistedRequests([page('fe', { next: 'c' }), page('dc', { next: 'd' })], page('gfed', { second: 3 }))),
    ).toBe('g');
  });
});

describe('a gap between the list and what came in', () => {
  test('is there when the look was full before it reached what is known', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('zyx', { second: 3, next: 'more' }))).toBe(true);
  });

  test('is not there when the look reached what is known, or all there is', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('dcb', { second: 3, next: 'more' }))).toBe(false);
    expect(hasGap([page('ba', { next: 'more' })], page('dc', { second: 3 }))).toBe(false);
  });

  test('is not there when the look brought nothing', () => {
    expect(hasGap([page('ba', { next: 'more' })], page('', { second: 3, next: 'more' }))).toBe(false);
  });
});

describe('new requests come into the list', () => {
  test('at their place by id, each once, and the list goes on where it did', () => {
    const merged = mergeNewer([page('dba', { next: 'more' }), page('98')], page('edcb', { second: 3 }));
    expect(merged.map(({ requests }) => ids(requests))).toEqual(['edcba', '98']);
    expect(merged[0]?.nextCursor).toBe('more');
  });

  test('and the next look begins at the last one', () => {
    const merged = mergeNewer([page('b')], page('cb', { second: 3 }));
    expect(newerFrom(merged, 1, undefined)).toBe('2026-11-20T11:59:33.000Z');
  });

  test('but begins where it did when the last one was cut short before it found anything', () => {
    const merged = mergeNewer([page('b')], page('', { second: 3, next: 'more' }));
    expect(newerFrom(merged, 1, undefined)).toBe('2026-11-20T11:59:30.000Z');
  });

  test('never from a look that was made before', () => {
    const pages = [page('b', { second: 3 })];
    expect(mergeNewer(pages, page('cb', { second: 1 }))).toEqual(pages);
    expect(mergeNewer([], page('cb'))).toEqual([]);
  });
});

describe('a look at what came in begins', () => {
  test('so long before the list was read, by the service’s clock, that no late record is missed', () => {
    expect(newerFrom([page('a', { second: 40 })], 1, undefined)).toBe('2026-11-20T12:00:10.000Z');
  });

  test('not before the range that was asked for', () => {
    expect(newerFrom([page('a')], 1, '2026-11-20T12:30:00.000Z')).toBe('2026-11-20T12:30:00.000Z');
    expect(newerFrom([page('a')], 1, '2026-11-19T12:30:00.000Z')).toBe('2026-11-20T11:59:30.000Z');
  });

  test('where the range does while nothing has been read', () => {
    expect(newerFrom([], 1, '2026-11-20T12:30:00.000Z')).toBe('2026-11-20T12:30:00.000Z');
    expect(newerFrom([], 1, undefined)).toBeUndefined();
  });
});

test('the rows of pages that overlap are each request once, newest first', () => {
  expect(ids(requestsIn([page('dcb'), page('cba')]))).toBe('dcba');
});
