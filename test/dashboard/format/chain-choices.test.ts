import { expect, test } from '@jest/globals';
import { chainOfFilter, chainsOf, endpointName, endpointsOf } from '../../../dashboard/format/chain-choices.ts';

const solana = [
  { chain: 'solana', network: 'mainnet' },
  { chain: 'solana', network: 'devnet' },
];
const both = [...solana, { chain: 'ethereum', network: 'ethereum-mainnet' }];

test('a chain is chosen before its networks', () => {
  expect(chainsOf(both)).toEqual(['solana', 'ethereum']);
  expect(endpointsOf(both, 'solana')).toEqual(solana);
  expect(endpointsOf(both, undefined)).toEqual(both);
});

test('a filter by network says its chain, and with one chain always that one', () => {
  expect(chainOfFilter(both, 'ethereum-mainnet')).toBe('ethereum');
  expect(chainOfFilter(both, undefined)).toBeUndefined();
  expect(chainOfFilter(both, 'no longer offered')).toBeUndefined();
  expect(chainOfFilter(solana, undefined)).toBe('solana');
});

test('a network has one name with its chain', () => {
  expect(both.map(endpointName)).toEqual(['Solana mainnet', 'Solana devnet', 'Ethereum ethereum-mainnet']);
});
