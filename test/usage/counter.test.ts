import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../src/records/outcome.ts';
import { outcomes } from '../../src/records/outcome.ts';
import {
  contributionsOf,
  countedBy,
  counterKey,
  counterRange,
  latencyAttribute,
  readCounterKey,
} from '../../src/usage/counter.ts';
import { latencyBucket } from '../../src/usage/latency-histogram.ts';
import { noon, recordOf } from './record.ts';

const plain = (record: Parameters<typeof contributionsOf>[0]) =>
  contributionsOf(record).map(({ pk, sk, amounts }) => [pk, sk, Object.fromEntries(amounts)]);

describe('what a record adds to the tallies', () => {
  test('is one count in its minute and one in its hour, by its own time', () => {
    const late = recordOf({ at: Date.UTC(2026, 10, 20, 23, 59, 59, 999) });
    expect(plain(late)).toEqual([
      ['key_1', 'minute#2026-11-20T23:59#getHealth#devnet', { ok: 1, l12: 1 }],
      ['key_1', 'hour#2026-11-20T23#getHealth#devnet', { ok: 1, l12: 1 }],
    ]);
  });

  test('is counted apart by method and network, and by outcome within them', () => {
    const record = recordOf({
      network: 'mainnet',
      durationMs: 1_500,
      calls: [
        { method: 'getSlot', outcome: 'ok', count: 2 },
        { method: 'getSlot', outcome: 'rpc_error', count: 1 },
        { method: 'getBalance', outcome: 'ok', count: 4 },
      ],
    });
    const latency = `l${latencyBucket(1_500)}`;
    expect(plain(record).slice(0, 2)).toEqual([
      ['key_1', 'minute#2026-11-20T12:00#getSlot#mainnet', { ok: 2, rpc_error: 1, [latency]: 3 }],
      ['key_1', 'minute#2026-11-20T12:00#getBalance#mainnet', { ok: 4, [latency]: 4 }],
    ]);
  });

  test('is counted under `other` for methods that the chain does not have, all together', () => {
    const calls = ['made-up', 'other', 'none', '__proto__', 'gethealth'].map((method) => ({
      method,
      outcome: 'rpc_error' as const,
      count: 1,
    }));
    expect(plain(recordOf({ calls }))).toEqual([
      ['key_1', 'minute#2026-11-20T12:00#other#devnet', { rpc_error: 5, l12: 5 }],
      ['key_1', 'hour#2026-11-20T12#other#devnet', { rpc_error: 5, l12: 5 }],
    ]);
  });

  test('is counted under `none` where no method could be read', () => {
    expect(plain(recordOf({ calls: [{ outcome: 'key_revoked', count: 1 }] }))[0]).toEqual([
      'key_1',
      'minute#2026-11-20T12:00#none#devnet',
      { key_revoked: 1 },
    ]);
  });

  test('has a latency only where a node has answered', () => {
    const withLatency = outcomes.filter((outcome: Outcome) =>
      contributionsOf(recordOf({ calls: [{ method: 'getSlot', outcome, count: 1 }] })).some(({ amounts }) =>
        amounts.has('l12'),
      ),
    );
    expect(withLatency).toEqual(['ok', 'rpc_error']);
  });

  test('is kept for two days by minute and for 400 by hour', () => {
    expect(contributionsOf(recordOf()).map(({ expiresAt }) => expiresAt - noon / 1_000)).toEqual([
      2 * 86_400,
      400 * 86_400,
    ]);
  });
});

describe('reading a counter', () => {
  test('tells what each of its attributes counts', () => {
    for (const outcome of outcomes) {
      expect(countedBy(outcome)).toEqual({ outcome });
    }
    for (const latency of [0, 7, 190]) {
      expect(countedBy(latencyAttribute(latency))).toEqual({ latencyBucket: latency });
    }
  });

  test.each(['pk', 'sk', 'expiresAt', 'position', 'position#0', 'position#12', 'l', 'lx', 'l7x', 'xl7', 'okay', ''])(
    'finds no count in %s',
    (attribute) => expect(countedBy(attribute)).toBeUndefined(),
  );

  test('tells its bucket, its method and its network', () => {
    const counting = { bucket: '2026-11-20T14:25', method: 'getSlot', network: 'devnet' };
    expect(readCounterKey(counterKey({ keyId: 'key_1', span: 'minute', ...counting }))).toEqual(counting);
  });
});

test('an item that is no counter is not read as one', () => {
  expect(() => readCounterKey({ pk: 'key_1', sk: 'last-used' })).toThrow('Invalid type');
});

test('the counters of a range are those of its first bucket and all before its last', () => {
  const { pk, from, to } = counterRange('key_1', 'minute', noon, noon + 120_000);
  const isIn = (bucket: string) => {
    const { sk } = counterKey({ keyId: 'key_1', span: 'minute', bucket, method: 'a', network: 'devnet' });
    return from <= sk && sk <= to;
  };
  expect(pk).toBe('key_1');
  expect(['T11:59', 'T12:00', 'T12:01', 'T12:02'].map((time) => isIn(`2026-11-20${time}`))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
