import { expect, test } from '@jest/globals';
import { solanaMethods, solanaWrites } from '../../src/upstream/solana.ts';

test('every method that changes the chain is a known method', () => {
  expect([...solanaMethods]).toEqual(expect.arrayContaining([...solanaWrites]));
});

test('a method whose name says that it sends or requests is one that changes the chain', () => {
  const changing = [...solanaMethods].filter((method) => /^(send|request)/.test(method));
  expect(new Set(changing)).toEqual(solanaWrites);
});
