import { describe, expect, test } from '@jest/globals';
import { expiringSecret, newestSecret } from '../../../../dashboard/pages/keys/key-state.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const newest = { firstCharacters: 'slc_new1', expiresAt: null };
const old = { firstCharacters: 'slc_old1', expiresAt: '2026-11-20T12:00:01.000Z' };

describe('the secrets of a key', () => {
  test('the newest is the one that it goes by; a revoked key has none', () => {
    expect(newestSecret({ secrets: [newest, old] })).toBe(newest);
    expect(newestSecret({ secrets: [] })).toBeUndefined();
  });

  test('the one before is shown while its grace lasts, and not a moment longer', () => {
    expect(expiringSecret({ secrets: [newest, old] }, now)).toEqual(old);
    expect(expiringSecret({ secrets: [newest, old] }, now + 1_000)).toBeUndefined();
  });

  test('a key that was never rotated has none before', () => {
    expect(expiringSecret({ secrets: [newest] }, now)).toBeUndefined();
  });
});
