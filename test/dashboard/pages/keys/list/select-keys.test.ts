import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesKey, selectKeys } from '../../../../../dashboard/pages/keys/list/select-keys.ts';

const resetsAt = '2026-11-21T00:00:00.000Z';

const keyOf = (keyId: string, name: string, changes: object = {}) => ({
  keyId,
  name,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null as string | null,
  calls: { thisSecond: 0, today: 0, resetsAt } as { thisSecond: number; today: number; resetsAt: string } | null,
  secrets: [] as { secretId: string; firstCharacters: string; expiresAt: string | null; leakedAt: string | null }[],
  ...changes,
});

const calls = (today: number) => ({ calls: { thisSecond: 0, today, resetsAt } });

describe('the search of keys', () => {
  const key = keyOf('key_01K9XB7A6C', 'Production  API', {
    secrets: [
      { secretId: 'a', firstCharacters: 'slc_4fGh', expiresAt: null, leakedAt: null },
      { secretId: 'b', firstCharacters: 'slc_oldX', expiresAt: resetsAt, leakedAt: null },
    ],
  });

  test.each(['', 'prod', 'PRODUCTION api', ' api ', 'key_01k9', 'xb7a', 'slc_', 'slc_4fGh', 'slc_old'])(
    'finds %j',
    (text) => expect(matchesKey(key, text)).toBe(true),
  );

  test.each(['staging', 'key_02', 'slc_4FGH', '4fGh', 'slc_4fGhi'])('does not find %j', (text) =>
    expect(matchesKey(key, text)).toBe(false),
  );
});

describe('the order of keys', () => {
  const keys = [
    keyOf('key_1', 'worker 10', { lastUsedAt: '2026-11-20T09:00:00Z', ...calls(5) }),
    keyOf('key_2', 'Worker 9', { ...calls(5) }),
    keyOf('key_3', 'api', { lastUsedAt: '2026-11-20T10:00:00Z', calls: null }),
    keyOf('key_4', 'API', { lastUsedAt: '2026-11-20T10:00:00Z', ...calls(7) }),
  ];

  test.each([
    ['created', ['key_4', 'key_3', 'key_2', 'key_1']],
    ['name', ['key_4', 'key_3', 'key_2', 'key_1']],
    ['used', ['key_4', 'key_3', 'key_1', 'key_2']],
    ['calls', ['key_4', 'key_2', 'key_1', 'key_3']],
  ] as const)('by %s, of equal keys the newest first', (sort, ids) => {
    fc.assert(
      fc.property(fc.shuffledSubarray(keys, { minLength: 4 }), (shuffled) => {
        expect(selectKeys(shuffled, '', sort).map(({ keyId }) => keyId)).toEqual(ids);
      }),
    );
  });
});
