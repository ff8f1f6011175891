import { describe, expect, test } from '@jest/globals';
import type { RecordedRequest } from '../../../../../dashboard/api/api.ts';
import { countOlder, knownMatches, matchesText } from '../../../../../dashboard/pages/history/list/known-matches.ts';

const request = (requestId: string): RecordedRequest => ({
  requestId,
  keyId: 'key_1',
  at: '2026-11-20T12:00:00.000Z',
  network: 'mainnet',
  outcome: 'ok',
  status: 200,
  calls: [],
  count: 1,
  durationMs: 5,
  upstreamMs: 2,
  requestBytes: 40,
  responseBytes: 50,
  tries: [],
  countedAt: null,
  countedCalls: 0,
});

const page = (ids: string, nextCursor: string | null) => ({ requests: [...ids].map(request), nextCursor });

/** A list whose page after the cursor `n` is the nth text; the cursor of the last is null. */
const listOf = (pages: readonly string[], reads: string[] = []) => {
  const read = async (cursor: string) => {
    reads.push(cursor);
    const next = Number(cursor) + 1;
    return page(pages[Number(cursor)] ?? '', next < pages.length ? String(next) : null);
  };
  return { read, reads };
};

describe('the count of older matches', () => {
  test('reads only what is below the loaded pages, empty pages included, up to the end', async () => {
    const { read, reads } = listOf(['zy', 'xwv', '', 'u']);
    expect(await countOlder(read, { below: '1', count: 0, next: '1' })).toEqual({ below: '1', count: 4, next: null });
    expect(reads).toEqual(['1', '2', '3']);
  });

  test('stops after 20 reads, and goes on from there', async () => {
    const { read, reads } = listOf(Array.from({ length: 25 }, () => 'ab'));
    const first = await countOlder(read, { below: '1', count: 0, next: '1' });
    expect(first).toEqual({ below: '1', count: 40, next: '21' });
    expect(await countOlder(read, first)).toEqual({ below: '1', count: 48, next: null });
    expect(new Set(reads).size).toBe(24);
  });
});

describe('the known matches', () => {
  const older = { below: '1', count: 3, next: null };

  test('are exact when the list is read to its end, and at least those until then', () => {
    expect(knownMatches([page('dc', '1'), page('ba', null)], undefined)).toEqual({ count: 4, isExact: true });
    expect(knownMatches([page('dc', '1')], undefined)).toEqual({ count: 2, isExact: false });
    expect(knownMatches([page('', '1')], undefined)).toEqual({ count: 0, isExact: false });
  });

  test('are the loaded and the counted ones; new requests on top count, loading counted ones changes nothing', () => {
    expect(knownMatches([page('ed', '1')], older)).toEqual({ count: 5, isExact: true });
    expect(knownMatches([page('fed', '1')], older)).toEqual({ count: 6, isExact: true });
    expect(knownMatches([page('ed', '1'), page('cb', '2')], older)).toEqual({ count: 5, isExact: true });
    expect(knownMatches([page('ed', '1')], { ...older, next: '9' })).toEqual({ count: 5, isExact: false });
  });

  test('do not use the count of a list that has started over, or of fewer requests than are loaded now', () => {
    expect(knownMatches([page('zy', '7')], older)).toEqual({ count: 2, isExact: false });
    const partial = { below: '1', count: 1, next: '2' };
    expect(knownMatches([page('fe', '1'), page('dc', '3')], partial)).toEqual({ count: 4, isExact: false });
  });

  test('are called matches only where something limits the list', () => {
    const all = { keys: [] };
    expect(matchesText({ count: 1234, isExact: true }, all)).toBe('1,234 in all');
    expect(matchesText({ count: 50, isExact: false }, { ...all, outcome: 'error' })).toBe('At least 50 matches');
    expect(matchesText({ count: 1, isExact: true }, { keys: ['key_1'] })).toBe('1 match');
  });
});
