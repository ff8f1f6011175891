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

  test('is asked for the oldest slot that the options of getTransactionsForAddress name', () => {
    const options = [
      { untilSlot: 5, beforeSlot: 9 },
      { filters: { slot: { gt: 6 } } },
      { filters: { slot: { gte: 7 } } },
    ];
    expect(options.map(solana.readBlock)).toEqual([5, 6, 7]);
    expect([{ beforeSlot: 9 }, { filters: { slot: { lt: 9 } } }, { filters: {} }].map(solana.readBlock)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each<[string, string, number | undefined]>([
    ['Agave writes it', '{"context":{"apiVersion":"3.0.6","slot":459652999},"value":1}', 459_652_999],
    ['without a version', '{"context":{"slot":7},"value":null}', 7],
    ['with spaces', '{ "context" : { "slot" : 7 , "apiVersion": "3" } }', 7],
    ['without a context', '459652999', undefined],
    ['in a string', '{"context":{"apiVersion":"\\",\\"slot\\":7,","slot":"x"}}', undefined],
    ['deeper in it', '{"value":{"context":{"slot":7}}}', undefined],
    ['as a text', '{"context":{"slot":"7"}}', undefined],
    ['with more digits than a number holds', `{"context":{"slot":${'9'.repeat(16)}}}`, undefined],
  ])('says the slot of a result %s', (_, start, slot) => expect(solana.heightOfResult?.(start)).toBe(slot));

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
