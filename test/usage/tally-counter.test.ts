import { describe, expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import type { CallCount } from '../../src/records/record-schema.ts';
import { shortCode } from '../../src/short-code.ts';
import {
  callsAttribute,
  errorAttribute,
  latencyAttribute,
  methodOfCode,
  millisecondsAttribute,
  talliedMethods,
} from '../../src/usage/counter-attributes.ts';
import { latencyBucket } from '../../src/usage/latency-histogram.ts';
import { contributionsOf, counterKey, counterRange, readCounter } from '../../src/usage/tally-counter.ts';
import { networkChains } from '../support/settings.ts';
import { noon, recordOf } from './record.ts';

const plain = (record: Parameters<typeof contributionsOf>[0]) =>
  contributionsOf(record, networkChains).map(({ pk, sk, amounts }) => [pk, sk, Object.fromEntries(amounts)]);

/** The entries of a record's minute. */
function entriesOf(record: Parameters<typeof contributionsOf>[0]) {
  const [minute] = contributionsOf(record, networkChains);
  return readCounter({ sk: minute?.sk, ...Object.fromEntries(minute?.amounts ?? []) }).entries;
}

const callsOf = (calls: readonly CallCount[]) => entriesOf(recordOf({ calls: [...calls] }));

describe('a contribution', () => {
  test('goes to the record’s minute and hour, by the time of the request', () => {
    const late = recordOf({ at: Date.UTC(2026, 10, 20, 23, 59, 59, 999) });
    const amounts = {
      [callsAttribute('getHealth', 'ok')]: 1,
      [millisecondsAttribute('getHealth')]: 12,
      [latencyAttribute(12)]: 1,
    };
    expect(plain(late)).toEqual([
      ['key_1', 'minute#2026-11-20T23:59#devnet', amounts],
      ['key_1', 'hour#2026-11-20T23#devnet', amounts],
    ]);
  });

  test('is separate by method and outcome, with one histogram for all methods', () => {
    const record = recordOf({
      network: 'mainnet',
      durationMs: 1_500,
      calls: [
        { method: 'getSlot', outcome: 'ok', count: 2 },
        { method: 'getSlot', outcome: 'rpc_error', errorCode: -32004, count: 1 },
        { method: 'getBalance', outcome: 'ok', count: 4 },
        { method: 'getBalance', outcome: 'upstream_error', count: 1 },
      ],
    });
    expect(entriesOf(record)).toEqual([
      { method: 'getSlot', outcome: 'ok', amount: 2 },
      { method: 'getSlot', milliseconds: 4_500 },
      { latencyBucket: latencyBucket(1_500), amount: 7 },
      { method: 'getSlot', outcome: 'rpc_error', amount: 1 },
      { errorCode: -32004, amount: 1 },
      { method: 'getBalance', outcome: 'ok', amount: 4 },
      { method: 'getBalance', milliseconds: 6_000 },
      { method: 'getBalance', outcome: 'upstream_error', amount: 1 },
    ]);
  });

  test('counts all methods that the chain does not have under `other`', () => {
    const names = ['made-up', 'other', 'none', '__proto__', 'gethealth', 'eth_call'];
    const entries = callsOf(names.map((method) => ({ method, outcome: 'ok', count: 1 })));
    expect(entries[0]).toEqual({ method: 'other', outcome: 'ok', amount: 6 });
    expect(entries).toHaveLength(3);
  });

  test('counts under `none` if no method could be read', () => {
    expect(callsOf([{ outcome: 'key_revoked', count: 1 }])).toEqual([
      { method: 'none', outcome: 'key_revoked', amount: 1 },
    ]);
  });

  test('counts errors under the chain’s codes, and all others and missing codes as `other`', () => {
    const codes = [-32602, -32019, -32022, 3, -32000, 0, Number.MAX_SAFE_INTEGER, undefined];
    const calls = codes.map((errorCode) => ({ method: 'getSlot', outcome: 'rpc_error' as const, errorCode, count: 2 }));
    expect(callsOf(calls).filter((entry) => 'errorCode' in entry)).toEqual([
      { errorCode: -32602, amount: 2 },
      { errorCode: -32019, amount: 2 },
      { errorCode: 'other', amount: 12 },
    ]);
  });

  test('has a latency only if a node has answered', () => {
    const withLatency = outcomes.filter((outcome: Outcome) =>
      contributionsOf(recordOf({ calls: [{ method: 'getSlot', outcome, count: 1 }] }), networkChains).some(
        ({ amounts }) => amounts.has(latencyAttribute(12)),
      ),
    );
    expect(withLatency).toEqual(['ok', 'rpc_error']);
  });

  test('is kept for two days by minute, and for 400 days by hour', () => {
    expect(contributionsOf(recordOf(), networkChains).map(({ expiresAt }) => expiresAt - noon / 1_000)).toEqual([
      2 * 86_400,
      400 * 86_400,
    ]);
  });
});

describe('reading a counter', () => {
  const read = (attributes: Record<string, unknown>) =>
    readCounter({ ...counterKey(counting), expiresAt: 1_800_000_000, ...attributes }).entries;
  const counting = { keyId: 'key_1', span: 'minute', bucket: '2026-11-20T14:25', network: 'devnet' } as const;

  test('returns the meaning of each attribute', () => {
    for (const method of talliedMethods) {
      expect(read({ [millisecondsAttribute(method)]: 7 })).toEqual([{ method, milliseconds: 7 }]);
      for (const outcome of outcomes) {
        expect(read({ [callsAttribute(method, outcome)]: 7 })).toEqual([{ method, outcome, amount: 7 }]);
      }
    }
    for (const latency of [0, 7, 19, 190]) {
      expect(read({ [latencyAttribute(latency)]: 7 })).toEqual([{ latencyBucket: latency, amount: 7 }]);
    }
    for (const errorCode of [-32602, 3, 'other'] as const) {
      expect(read({ [errorAttribute(errorCode)]: 7 })).toEqual([{ errorCode, amount: 7 }]);
    }
  });

  test.each(['position', 'l', 'lx', 'l7x', 'xl7', 'ok', 'e', 'e-', 'ex', 'abcz', 'abcO', 'abcdo', 'bco', ''])(
    'finds no count in %s',
    (attribute) => expect(read({ [attribute]: 7 })).toEqual([]),
  );

  test('ignores attributes that are not numbers', () => {
    expect(read({ position: '0'.repeat(40), [latencyAttribute(3)]: '5' })).toEqual([]);
  });

  test('names a method that no chain lists any more `other`', () => {
    expect(read({ '...o': 1, zzzo: 7 })).toEqual([{ method: 'other', outcome: 'ok', amount: 7 }]);
  });

  test('returns its bucket and its network', () => {
    expect(readCounter(counterKey(counting))).toEqual({ bucket: '2026-11-20T14:25', network: 'devnet', entries: [] });
  });
});

describe('the code of a method', () => {
  test('is unique among the methods of all chains, and can be read', () => {
    expect([...talliedMethods].map((method) => methodOfCode(shortCode(method)))).toEqual([...talliedMethods]);
    const methods = Object.values(chains).flatMap((chain) => [...chain.methods.keys()]);
    expect(talliedMethods.size).toBe(methods.length + 2);
  });

  test('never changes, because stored counters contain it', () => {
    expect(['getSlot', 'eth_call', 'other', 'none'].map(shortCode)).toEqual(['8LW', 'xzy', 'Ck4', 'lAp']);
  });
});

test.each(['last-used', 'hour#2026-11-20T12', 'hour#2026-11-20T12#getHealth#devnet'])(
  'an item with the sort key %s is not read as a counter',
  (sk) => expect(() => readCounter({ pk: 'key_1', sk })).toThrow(),
);

test('the range of counters includes its first bucket and excludes its last', () => {
  const { pk, from, to } = counterRange('key_1', 'minute', noon, noon + 120_000);
  const isIn = (bucket: string) => {
    const { sk } = counterKey({ keyId: 'key_1', span: 'minute', bucket, network: 'devnet' });
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
