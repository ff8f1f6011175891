import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../../../dashboard/api/api.ts';
import {
  allKeys,
  chosenText,
  keyOptions,
  toggled,
} from '../../../../../dashboard/pages/history/filters/key-options.ts';
import { mostKeys } from '../../../../../dashboard/pages/history/history-search.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const key = (keyId: string, name: string, state: Key['state'], lastUsedAt: string | null): Key => ({
  keyId,
  name,
  state,
  createdAt: '2026-11-01T00:00:00.000Z',
  revoked: null,
  lastUsedAt,
  secrets: [],
  startedWith: null,
  limits: { callsPerSecond: 10, callsPerDay: 100 },
  calls: null,
});
const keys = [
  key('key_A1', 'Production', 'active', '2026-11-20T12:00:03.000Z'),
  key('key_B2', 'staging', 'active', null),
  key('key_C3', 'old production', 'revoked', '2026-11-19T12:00:00.000Z'),
];
const options = (chosen: string[], text = '') => keyOptions(keys, chosen, text, now);

describe('the list of keys', () => {
  test('starts with all keys, and marks the chosen and the revoked ones', () => {
    expect(options(['key_B2'])).toEqual([
      { id: allKeys, text: 'All keys', hint: '', isChosen: false },
      { id: 'key_A1', text: 'Production', hint: 'used just now', isChosen: false },
      { id: 'key_B2', text: 'staging', hint: 'not used yet', isChosen: true },
      { id: 'key_C3', text: 'old production', hint: 'revoked', isChosen: false },
    ]);
    expect(options([])[0]?.isChosen).toBe(true);
  });

  test('is searched by name and id, without regard to capitals', () => {
    expect(options([], ' PROD ').map(({ id }) => id)).toEqual(['key_A1', 'key_C3']);
    expect(options([], 'key_b').map(({ id }) => id)).toEqual(['key_B2']);
    expect(options([], 'none')).toEqual([]);
  });
});

describe('a pick', () => {
  test('adds a key, removes a chosen one, or chooses all', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggled(['a', 'b'], allKeys)).toEqual([]);
  });

  test('adds no more keys than one list can have, but still removes', () => {
    const full = Array.from({ length: mostKeys }, (_, index) => `key_${index}`);
    expect(toggled(full, 'another')).toEqual(full);
    expect(toggled(full.slice(1), 'another')).toHaveLength(mostKeys);
    expect(toggled(full, 'key_0')).toEqual(full.slice(1));
  });
});

test('the chosen keys are named, or counted if there are several', () => {
  const nameOf = (keyId: string) => keyId.toUpperCase();
  expect([[], ['a'], ['a', 'b']].map((ids) => chosenText(ids, nameOf))).toEqual(['All keys', 'A', '2 keys']);
});
