import { describe, expect, test } from '@jest/globals';
import { knownErrorCodes, talliedErrorCode } from '../../src/chains/error-codes.ts';

const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);
const standard = [-32700, ...from(-32600, -32603)];

describe('the known error codes', () => {
  test.each([
    ['solana', [...standard, ...from(-32001, -32019)]],
    ['ethereum', [...standard, 3, ...from(-32000, -32006)]],
  ] as const)('of %s are those of JSON-RPC and the chain’s own, each with a meaning', (chain, codes) => {
    expect([...knownErrorCodes[chain].keys()].toSorted()).toEqual(codes.toSorted());
    for (const meaning of knownErrorCodes[chain].values()) expect(meaning).toMatch(/^[A-Z]/);
  });
});

test('an error is tallied under the code of its own network’s chain, or under `other`', () => {
  expect(talliedErrorCode('mainnet', -32007)).toBe(-32007);
  for (const code of [3, -32000, undefined]) expect(talliedErrorCode('mainnet', code)).toBe('other');
  expect(talliedErrorCode('nowhere', -32007)).toBe('other');
});
