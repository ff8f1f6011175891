import { describe, expect, test } from '@jest/globals';
import { isInUse, keyUseText, slotText } from '../../../../dashboard/pages/keys/key-use.ts';

const now = Date.UTC(2026, 10, 20, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const calls = (today: number) => ({ thisSecond: 0, today, resetsAt: '2026-11-21T00:00:00.000Z' });
const key = { lastUsedAt: ago(4), calls: calls(1_204), startedWith: null };

const figures = (count: number) => ({
  calls: count,
  errors: 0,
  outcomes: { ok: count },
  latency: null,
  rpcErrorCodes: {},
});
const usage = (byNetwork: Readonly<Record<string, number>>) => ({
  total: figures(Object.values(byNetwork).reduce((sum, count) => sum + count, 0)),
  byNetwork: Object.fromEntries(Object.entries(byNetwork).map(([name, count]) => [name, figures(count)])),
});

describe('who is affected by a change of a key', () => {
  test.each([
    [usage({ devnet: 104, mainnet: 1_100 }), '1,204 calls in the last 24 hours: 1,100 on mainnet, 104 on devnet.'],
    [usage({ mainnet: 1 }), '1 call in the last 24 hours, on mainnet.'],
  ])('is told by its last use and its calls', (lastDay, text) => {
    expect(keyUseText(key, lastDay, now)).toBe(`Last used 4 minutes ago. ${text}`);
  });

  test('is not denied while the newest calls are not counted', () => {
    expect(keyUseText(key, usage({}), now)).toBe('Last used 4 minutes ago. Its calls are being counted.');
    const lost = { ...key, lastUsedAt: ago(60) };
    expect(keyUseText(lost, usage({}), now)).toBe('Last used 1 hour ago. Its calls were not counted.');
    const unused = { ...key, lastUsedAt: ago(25 * 60) };
    expect(keyUseText(unused, usage({}), now)).toBe('Last used yesterday. No calls in the last 24 hours.');
  });

  test('is told without calls while they load, and is not guessed while the counters cannot be read', () => {
    expect(keyUseText(key, undefined, now)).toBe('Last used 4 minutes ago.');
    expect(keyUseText({ ...key, lastUsedAt: null, calls: calls(0) }, undefined, now)).toBe('It was never used.');
    expect(keyUseText({ ...key, lastUsedAt: null, calls: null }, undefined, now)).toBe('Its use is not known now.');
  });

  test('a key is in use for a quarter of an hour after a call', () => {
    expect([14, 15].map((minutes) => isInUse({ lastUsedAt: ago(minutes) }, now))).toEqual([true, false]);
    expect(isInUse({ lastUsedAt: null }, now)).toBe(false);
  });
});

describe('what becomes of the slot of a revoked key', () => {
  const startedWith = { calls: 96, until: '2026-11-21T00:00:00.000Z' };

  test.each([
    [key, /the 1,204 calls that count against the quota of this key today/],
    [{ ...key, startedWith }, /the 1,300 calls/],
    [{ ...key, calls: calls(1) }, /the call that counts/],
    [{ ...key, calls: calls(0) }, /It starts with its full quota\.$/],
    [{ ...key, calls: calls(0), startedWith }, /the 96 calls/],
    [{ ...key, calls: null }, /^You can create another key in its place\.$/],
  ])('%j', (given, text) => expect(slotText(given)).toMatch(text));
});
