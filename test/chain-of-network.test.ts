import { expect, test } from '@jest/globals';
import { chainOfNetwork } from '../src/chain-of-network.ts';
import { solana } from '../src/chains/solana.ts';

const limitsOf = (settings: object) => {
  const { maxLagMs, stalledAfterMs } = chainOfNetwork({ chain: 'solana', ...settings });
  return { maxLagMs, stalledAfterMs };
};

test('a network has its chain’s lag and time without a block, or its own', () => {
  const { maxLagMs, stalledAfterMs } = solana;
  expect(limitsOf({})).toEqual({ maxLagMs, stalledAfterMs });
  expect(limitsOf({ maxLagSeconds: 7 })).toEqual({ maxLagMs: 7_000, stalledAfterMs });
  expect(limitsOf({ stalledAfterSeconds: 60 })).toEqual({ maxLagMs, stalledAfterMs: 60_000 });
});

test('a network expects the chain of its settings, by a name, a hash or a number', () => {
  const { names } = solana.identity;
  expect(chainOfNetwork({ chain: 'solana', genesisHash: 'devnet' }).expectedId).toBe(names.devnet);
  expect(chainOfNetwork({ chain: 'solana', genesisHash: 'EtWT' }).expectedId).toBe('EtWT');
  expect(chainOfNetwork({ chain: 'ethereum', chainId: 8_453 }).expectedId).toBe('8453');
  expect(chainOfNetwork({ chain: 'solana' }).expectedId).toBeUndefined();
});

test('a network that makes blocks on demand never stalls', () => {
  expect(limitsOf({ stalledAfterSeconds: 0 }).stalledAfterMs).toBe(Number.POSITIVE_INFINITY);
});
