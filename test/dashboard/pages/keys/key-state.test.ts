import { describe, expect, test } from '@jest/globals';
import { isNoneUsed, keyState } from '../../../../dashboard/pages/keys/key-state.ts';

const resetsAt = '2026-11-21T00:00:00.000Z';
const unused = { lastUsedAt: null, calls: { thisSecond: 0, today: 0, resetsAt } };

describe('the state of a key', () => {
  test('is its own, and while the account is suspended says so: its requests are refused', () => {
    expect(keyState({ state: 'active' }, { state: 'active' }).label).toBe('Active');
    expect(keyState({ state: 'active' }, { state: 'suspended' }).label).toBe('Suspended');
    expect(keyState({ state: 'revoked' }, { state: 'suspended' }).label).toBe('Revoked');
  });

  test('does not wait for the account to be known', () => {
    expect(keyState({ state: 'active' }, undefined).label).toBe('Active');
  });
});

describe('whether any key was used', () => {
  test('none was, as long as no key has a last use or a call today', () =>
    expect(isNoneUsed([unused, unused])).toBe(true));

  test('a call today counts before the last use is known, which comes minutes later', () => {
    expect(isNoneUsed([unused, { lastUsedAt: null, calls: { thisSecond: 1, today: 1, resetsAt } }])).toBe(false);
  });

  test('a use of another day counts', () => {
    expect(isNoneUsed([{ ...unused, lastUsedAt: '2026-11-01T00:00:00.000Z' }])).toBe(false);
  });

  test('where the counters cannot be read, nothing is claimed', () => {
    expect(isNoneUsed([{ lastUsedAt: null, calls: null }])).toBe(false);
  });
});
