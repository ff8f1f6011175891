import { expect, test } from '@jest/globals';
import { solana } from '../src/chains/solana.ts';
import { maxLagOf } from '../src/network-chains.ts';

const route = { path: '/', chain: 'solana', network: 'mainnet' } as const;

test('a network’s maxLag is its own, or by default its chain’s', () => {
  expect(maxLagOf(route)).toBe(solana.maxLag);
  expect(maxLagOf({ ...route, maxLag: 7 })).toBe(7);
});
