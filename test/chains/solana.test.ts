import { describe, expect, test } from '@jest/globals';
import { isRead } from '../../src/chains/chain.ts';
import { solana } from '../../src/chains/solana.ts';

describe('a method of Solana', () => {
  test.each(['requestAirdrop', 'sendTransaction'])('%s is known, and a write', (method) => {
    expect([solana.methods.has(method), isRead(solana, method)]).toEqual([true, false]);
  });

  test('with a name that sends or requests is a write; all others only read', () => {
    for (const method of solana.methods.keys()) expect(isRead(solana, method)).toBe(!/^(send|request)/.test(method));
  });

  test.each(['getAsset', 'searchAssets', 'getPriorityFeeEstimate'])(
    '%s, which many nodes add, only reads',
    (method) => {
      expect([solana.methods.has(method), isRead(solana, method)]).toEqual([true, true]);
    },
  );
});

test.each(['sendRawBundle', 'sendSmartTransaction', 'getRich', 'gethealth', 'constructor', 'getSlot\nsend', ''])(
  'the method %j, which is not listed, is unknown and may write',
  (method) => {
    expect([solana.methods.has(method), isRead(solana, method)]).toEqual([false, false]);
  },
);

describe('a node', () => {
  test('is healthy if it answers ok', () => {
    expect(['ok', 'behind', undefined, 1].map(solana.health.read)).toEqual([true, false, false, false]);
  });

  test('says how far back it goes', () => {
    expect([250_000_000, 0, '7', null].map(solana.earliest.read)).toEqual([250_000_000, 0, undefined, undefined]);
    const params = [5, 'x', { range: { firstSlot: 7 } }, {}];
    expect(params.map(solana.readBlock)).toEqual([5, undefined, 7, undefined]);
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
});
