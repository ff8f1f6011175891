import { describe, expect, test } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';

describe('a method of Solana', () => {
  test.each(['requestAirdrop', 'sendTransaction'])('%s is known, and a write', (method) => {
    expect([solana.methods.has(method), solana.onlyReads(method)]).toEqual([true, false]);
  });

  test('with a name that sends or requests is a write; all others only read', () => {
    for (const method of solana.methods) expect(solana.onlyReads(method)).toBe(!/^(send|request)/.test(method));
  });

  test.each(['getAsset', 'searchAssets', 'getPriorityFeeEstimate'])(
    '%s, which many nodes add, only reads',
    (method) => {
      expect([solana.methods.has(method), solana.onlyReads(method)]).toEqual([true, true]);
    },
  );
});

test.each(['sendBundle', 'sendSmartTransaction', 'getRich', 'gethealth', 'constructor', 'getSlot\nsend', ''])(
  'the method %j, which is not listed, is unknown and may write',
  (method) => {
    expect([solana.methods.has(method), solana.onlyReads(method)]).toEqual([false, false]);
  },
);

describe('a node', () => {
  test('is healthy if it answers ok', () => {
    expect(['ok', 'behind', undefined, 1].map(solana.health.read)).toEqual([true, false, false, false]);
  });

  test('has a height if it answers a whole number', () => {
    expect([378_000_000, 0, 1.5, '7', undefined].map(solana.height.read)).toEqual([
      378_000_000,
      0,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    [-32_004, 'missing'],
    [-32_005, 'behind'],
    [-32_014, 'missing'],
    [-32_016, 'missing'],
    [-32_002, undefined],
    [-32_602, undefined],
    [-32_603, undefined],
  ])('with the error %d has the fault %s', (code, fault) => {
    expect(solana.nodeFault({ code, message: '' })).toBe(fault);
  });
});
