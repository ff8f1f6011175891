import { describe, expect, test } from '@jest/globals';
import { expiringSecret, newestSecret } from '../../../../dashboard/pages/keys/key-state.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const newest = { secretId: 'a', firstCharacters: 'slc_new1', expiresAt: null, leakedAt: null };
const old = { secretId: 'b', firstCharacters: 'slc_old1', expiresAt: '2026-11-20T12:00:01.000Z', leakedAt: null };

describe('the secrets of a key', () => {
  test('start with the current one; a revoked key has none', () => {
    expect(newestSecret({ secrets: [newest, old] })).toBe(newest);
    expect(newestSecret({ secrets: [] })).toBeUndefined();
    expect(newestSecret({ secrets: [old] })).toBeUndefined();
  });

  test('include the old one exactly while its grace period lasts', () => {
    expect(expiringSecret({ secrets: [newest, old] }, now)).toMatchObject({ firstCharacters: old.firstCharacters });
    expect(expiringSecret({ secrets: [newest, old] }, now + 1_000)).toBeUndefined();
  });

  test('have no old one if the key was never rotated', () => {
    expect(expiringSecret({ secrets: [newest] }, now)).toBeUndefined();
  });
});
