import { expect, test } from '@jest/globals';
import { solanaMethods, solanaReads, solanaWrites } from '../../src/upstream/solana.ts';

test('every method that changes the chain is a known method', () => {
  expect([...solanaMethods]).toEqual(expect.arrayContaining([...solanaWrites]));
});

test('a method whose name says that it sends or requests is one that changes the chain', () => {
  const changing = [...solanaMethods].filter((method) => /^(send|request)/.test(method));
  expect(new Set(changing)).toEqual(solanaWrites);
});

test('every method either only reads or changes the chain', () => {
  for (const method of solanaMethods) expect(solanaReads.test(method)).toBe(!solanaWrites.has(method));
});

test.each(['getAsset', 'getPriorityFeeEstimate'])('%s, which some nodes add, only reads', (method) => {
  expect(solanaReads.test(method)).toBe(true);
});

test.each(['sendBundle', 'get', 'getaway', 'target', 'get-slot', 'simulateTransactions', 'getSlot\nsend', ''])(
  'of %j nobody knows that it only reads',
  (method) => {
    expect(solanaReads.test(method)).toBe(false);
  },
);
