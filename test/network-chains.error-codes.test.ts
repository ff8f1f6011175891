import { describe, expect, test } from '@jest/globals';
import { chains } from '../src/chains/chains.ts';
import { networkChains } from './support/settings.ts';

const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);
const standard = [-32700, ...from(-32600, -32603)];

describe('the error codes', () => {
  test.each([
    ['solana', [...standard, ...from(-32001, -32021)]],
    ['ethereum', [...standard, 3, ...from(-32000, -32006)]],
  ] as const)('of %s are those of JSON-RPC and of the chain', (chain, codes) => {
    expect([...chains[chain].errorCodes].toSorted()).toEqual(codes.toSorted());
  });
});

test('an error is tallied under its code if the network’s chain uses it, otherwise under `other`', () => {
  expect(networkChains.talliedErrorCode('mainnet', -32007)).toBe(-32007);
  for (const code of [3, -32000, undefined]) expect(networkChains.talliedErrorCode('mainnet', code)).toBe('other');
  expect(networkChains.talliedErrorCode('nowhere', -32007)).toBe('other');
});
