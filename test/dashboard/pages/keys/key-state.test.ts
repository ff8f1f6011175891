import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../../../dashboard/api/api.ts';
import { isNoneUsed, keyState } from '../../../../dashboard/pages/keys/key-state.ts';

const resetsAt = '2026-11-21T00:00:00.000Z';
const unused = { lastUsedAt: null, calls: { thisSecond: 0, today: 0, resetsAt } };

const plan: Plan = {
  planId: 'free',
  open: true,
  limits: { callsPerSecond: 10, callsPerDay: 10_000 },
  keys: 3,
  historyDays: 1,
  longestCallSeconds: 5,
  pricePerMonth: 0,
  currency: 'usd',
};

describe('the state of a key', () => {
  test('is its own, or suspended while the account is: its requests are refused', () => {
    expect(keyState({ state: 'active' }, { state: 'active', plan }).label).toBe('Active');
    expect(keyState({ state: 'active' }, { state: 'suspended', plan }).label).toBe('Suspended');
    expect(keyState({ state: 'revoked' }, { state: 'suspended', plan }).label).toBe('Revoked');
  });

  test('says that the account has no active plan: its requests are refused', () => {
    expect(keyState({ state: 'active' }, { state: 'active', plan: null }).label).toBe('No active plan');
    expect(keyState({ state: 'revoked' }, { state: 'active', plan: null }).label).toBe('Revoked');
  });

  test('may be one of a later release', () => {
    const paused = JSON.parse('{"state":"rate_reduced"}');
    expect(keyState(paused, { state: 'active', plan })).toEqual({ label: 'Rate reduced', tone: 'neutral' });
  });

  test('does not wait for the account', () => {
    expect(keyState({ state: 'active' }, undefined).label).toBe('Active');
  });
});

describe('whether no key was used yet', () => {
  test('is true while no key has a last use or a call today', () => expect(isNoneUsed([unused, unused])).toBe(true));

  test('is false after a call today, minutes before the last use is known', () => {
    expect(isNoneUsed([unused, { lastUsedAt: null, calls: { thisSecond: 1, today: 1, resetsAt } }])).toBe(false);
  });

  test('is false after a use on another day', () => {
    expect(isNoneUsed([{ ...unused, lastUsedAt: '2026-11-01T00:00:00.000Z' }])).toBe(false);
  });

  test('is false if the counters cannot be read', () => {
    expect(isNoneUsed([{ lastUsedAt: null, calls: null }])).toBe(false);
  });
});
