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
  limits: { callsPerSecond: 10, callsPerDay: 100 },
  calls: null,
});

const idle = key('idle', 'active', null);
const busy = key('busy', 'active', '2026-11-20T12:00:00.000Z');
const quiet = key('quiet', 'active', '2026-11-19T12:00:00.000Z');
const gone = key('gone', 'revoked', '2026-11-20T13:00:00.000Z');

describe('the key whose history is shown', () => {
  test('is the one that the address names, revoked ones too', () => {
    expect(chooseKey([idle, busy, gone], 'gone')).toBe(gone);
  });

  test('is none when the address names one that is not there', () => {
    expect(chooseKey([idle, busy, gone], 'foreign')).toBeUndefined();
  });

  test('is the active one used last where the address names none', () => {
    expect(chooseKey([idle, quiet, busy, gone], undefined)).toBe(busy);
  });

  test('is the newest active one while none was used', () => {
    expect(chooseKey([idle, key('older', 'active', null), gone], undefined)).toBe(idle);
  });

  test('is a revoked one where no other is left, and none in an account without keys', () => {
    expect(chooseKey([gone], undefined)).toBe(gone);
    expect(chooseKey([], undefined)).toBeUndefined();
  });
});

test('a request is looked for in the chosen key first, and in each other key once', () => {
  expect(searchOrder([idle, busy, gone], busy)).toEqual(['busy', 'idle', 'gone']);
});
