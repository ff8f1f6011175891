import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../../dashboard/api/api.ts';
import {
  keysOfToday,
  largestQuotaUse,
  lastCallAt,
  quotasResetAt,
} from '../../../../dashboard/pages/overview/key-rows.ts';

const resetsAt = '2026-11-21T00:00:00.000Z';

const keyWith = (name: string, today: number | undefined, callsPerDay = 1_000): Key => ({
  keyId: `key_${name}`,
  name,
  state: 'active',
  createdAt: '2026-11-01T00:00:00.000Z',
  revoked: null,
  lastUsedAt: null,
  secrets: [],
  startedWith: null,
  limits: { callsPerSecond: 10, callsPerDay },
  calls: today === undefined ? null : { thisSecond: 0, today, resetsAt },
});

const figuresOf = (name: string, calls: number) => ({
  keyId: `key_${name}`,
  name,
  state: 'active',
  calls,
  errors: 0,
  outcomes: {},
  latency: null,
  rpcErrorCodes: {},
});

describe('the keys of today', () => {
  test('are sorted by calls, whichever of the counters and figures is ahead; equal ones keep their order', () => {
    const keys = [keyWith('idle', 0), keyWith('unknown', undefined), keyWith('counted', 9), keyWith('figured', 1)];
    const rows = keysOfToday(keys, [figuresOf('figured', 20), figuresOf('counted', 3)]);
    expect(rows.map(({ name, usage }) => [name, usage?.calls])).toEqual([
      ['figured', 20],
      ['counted', 3],
      ['idle', undefined],
      ['unknown', undefined],
    ]);
  });

  test('have revoked keys with calls, so that the rows add up to the total', () => {
    const rows = keysOfToday([keyWith('active', 1)], [figuresOf('revoked', 5), figuresOf('active', 1)]);
    expect(rows.map(({ name, active }) => [name, active !== undefined])).toEqual([
      ['revoked', false],
      ['active', true],
    ]);
  });

  test('tell “no calls” from “not known yet”', () => {
    expect(keysOfToday([keyWith('a', 0)], [])[0]?.usage).toBeNull();
    expect(keysOfToday([keyWith('a', 0)], undefined)[0]?.usage).toBeUndefined();
  });
});

test('the largest part of a quota is found, not the most calls', () => {
  const keys = [keyWith('large', 500, 10_000), keyWith('small', 90, 100), keyWith('unknown', undefined)];
  expect(largestQuotaUse(keys)).toEqual({ name: 'small', counted: 90, limit: 100, share: 0.9 });
  expect(largestQuotaUse([keyWith('unknown', undefined)])).toBeUndefined();
});

test('the reset is known if one key has counters', () => {
  expect(quotasResetAt([keyWith('unknown', undefined), keyWith('a', 1)])).toBe(Date.parse(resetsAt));
  expect(quotasResetAt([keyWith('unknown', undefined)])).toBeUndefined();
});

test('the last call is the newest of all keys', () => {
  const used = (lastUsedAt: string | null) => ({ lastUsedAt });
  expect(lastCallAt([used('2026-11-20T10:00:00.000Z'), used(null), used('2026-11-20T11:00:00.000Z')])).toBe(
    '2026-11-20T11:00:00.000Z',
  );
  expect(lastCallAt([used(null)])).toBeUndefined();
});
