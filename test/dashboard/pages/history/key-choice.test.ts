import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../../dashboard/api/api.ts';
import { chooseKey, searchOrder } from '../../../../dashboard/pages/history/key-choice.ts';

const key = (keyId: string, state: Key['state'], lastUsedAt: string | null): Key => ({
  keyId,
  name: keyId,
  state,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt,
  secrets: [],
  startedWith: null,
  limits: { callsPerSecond: 10, callsPerDay: 100 },
  calls: null,
});

const idle = key('idle', 'active', null);
const busy = key('busy', 'active', '2026-11-20T12:00:00.000Z');
const quiet = key('quiet', 'active', '2026-11-19T12:00:00.000Z');
const gone = key('gone', 'revoked', '2026-11-20T13:00:00.000Z');

describe('the key whose history is shown', () => {
  test('is the key in the URL, also if it is revoked', () => {
    expect(chooseKey([idle, busy, gone], 'gone')).toBe(gone);
  });

  test('is undefined if the key in the URL does not exist', () => {
    expect(chooseKey([idle, busy, gone], 'foreign')).toBeUndefined();
  });

  test('is the active key used last by default', () => {
    expect(chooseKey([idle, quiet, busy, gone], undefined)).toBe(busy);
  });

  test('is the newest active key while none was used', () => {
    expect(chooseKey([idle, key('older', 'active', null), gone], undefined)).toBe(idle);
  });

  test('is a revoked key if no other is left, and undefined without keys', () => {
    expect(chooseKey([gone], undefined)).toBe(gone);
    expect(chooseKey([], undefined)).toBeUndefined();
  });
});

test('a request is searched in the chosen key first, then once in each other key', () => {
  expect(searchOrder([idle, busy, gone], busy)).toEqual(['busy', 'idle', 'gone']);
});
