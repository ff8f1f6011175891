import { describe, expect, test } from '@jest/globals';
import {
  callsToCome,
  callsToComeByKey,
  figuresSince,
  lagOf,
  lagText,
  nextWait,
  noWait,
  waitInterval,
} from '../../../../dashboard/pages/keys/calls-to-come.ts';

const key = (today: number, keyId = 'key_a') => ({
  keyId,
  calls: { thisSecond: 0, today, resetsAt: '2026-11-21T00:00:00Z' },
});
const figures = (outcomes: Record<string, number>) => ({
  calls: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
  outcomes,
});
const rowOf = (keyId: string, outcomes: Record<string, number>) => ({
  ...figures(outcomes),
  keyId,
  name: keyId,
  state: 'active',
  errors: 0,
  latency: null,
  rpcErrorCodes: {},
});

describe('calls that the figures do not have yet', () => {
  test('are those that keys have counted beyond them, so no figure denies the first call', () => {
    expect(callsToCome(figures({}), [key(1)])).toBe(1);
    expect(callsToCome(figures({ ok: 3, rpc_error: 2 }), [key(4), key(3)])).toBe(2);
    expect(callsToCome(undefined, [key(3)])).toBe(3);
  });

  test('are not hidden by refused calls, which figures have and counters have not', () => {
    expect(callsToCome(figures({ ok: 4, rate_limited: 5 }), [key(4)])).toBe(0);
    expect(callsToCome(figures({ ok: 4, rate_limited: 500, quota_exceeded: 9 }), [key(7)])).toBe(3);
  });

  test('are none if failed calls were returned to the quota, or the counters cannot be read', () => {
    expect(callsToCome(figures({ ok: 4, upstream_error: 5 }), [key(4)])).toBe(0);
    expect(callsToCome(figures({}), [{ calls: null }])).toBe(0);
  });

  test('belong to their key, and none are known before the figures are', () => {
    const keys = [key(5, 'key_a'), key(2, 'key_b'), key(1, 'key_c')];
    const rows = [rowOf('key_a', { ok: 3 }), rowOf('key_b', { ok: 2 })];
    expect([...callsToComeByKey(keys, rows)]).toEqual([
      ['key_a', 2],
      ['key_c', 1],
    ]);
    expect(callsToComeByKey(keys, undefined).size).toBe(0);
  });
});

const waitFor = (...compared: readonly (readonly [calls: number, seconds: number])[]) =>
  compared.reduce((wait, [calls, seconds]) => nextWait(wait, calls, seconds * 1_000), noWait);

describe('figures are read more often while calls are to come', () => {
  const intervalAfter = (seconds: number, ...compared: readonly (readonly [number, number])[]) =>
    waitInterval(waitFor(...compared), seconds * 1_000);

  test('for two minutes, also if new ones never cease to come', () => {
    const steady = Array.from({ length: 40 }, (_, index) => [1 + (index % 7), 100 + 5 * index] as const);
    expect(intervalAfter(219, ...steady)).toBe(5_000);
    expect(intervalAfter(220, ...steady)).toBe(30_000);
    expect(intervalAfter(300, ...steady)).toBe(30_000);
  });

  test('again after the figures had everything, or calls were given up', () => {
    expect(intervalAfter(301, [2, 100], [0, 200], [1, 300])).toBe(5_000);
    expect(intervalAfter(301, [2, 100], [3, 300])).toBe(5_000);
  });

  test('not while they have everything', () => {
    expect(intervalAfter(101)).toBe(30_000);
    expect(intervalAfter(131, [2, 100], [0, 130])).toBe(30_000);
  });
});

describe('calls that are never counted, because their records are lost', () => {
  test('are waited for while the figures move, and for two minutes after that', () => {
    const wait = waitFor([5, 100], [2, 130], [2, 200]);
    expect(lagOf(wait, 249_999)).toEqual({ toCome: 2, missing: 0 });
    expect(lagText(lagOf(wait, 249_999))).toBe('2 more are being counted');
    expect(lagOf(wait, 250_000)).toEqual({ toCome: 0, missing: 2 });
    expect(lagText(lagOf(wait, 250_000))).toBe('2 more count against the quota only');
    expect(lagText({ toCome: 0, missing: 1 })).toBe('1 more counts against the quota only');
  });

  test('do not end the wait for later calls', () => {
    expect(lagOf(waitFor([2, 100], [3, 300]), 301_000)).toEqual({ toCome: 3, missing: 0 });
  });

  test('are none if the figures have everything, however long that lasts', () => {
    expect(lagOf(waitFor([2, 100], [0, 130]), 900_000)).toEqual({ toCome: 0, missing: 0 });
    expect(lagText({ toCome: 0, missing: 0 })).toBeUndefined();
  });
});

test('the figures of today are part of those of 24 hours', () => {
  const points = [
    { at: '2026-11-19T23:00:00.000Z', ...figures({ ok: 70 }) },
    { at: '2026-11-20T00:00:00.000Z', ...figures({ ok: 3, rate_limited: 1 }) },
    { at: '2026-11-20T01:00:00.000Z', ...figures({ ok: 2 }) },
  ];
  expect(figuresSince('2026-11-20T00:00:00.000Z', points)).toEqual({ calls: 6, outcomes: { ok: 5, rate_limited: 1 } });
});
