import { expect, test } from '@jest/globals';
import { isAddress } from '@solana/kit';
import { genesisHashOf, hasFaucet } from '../network.ts';
import { startTestChain } from './test-chain.ts';

const wallet = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';

test('the public networks have their real genesis hashes, any other one of its own that stays the same', () => {
  expect(genesisHashOf('testnet')).toBe('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY');
  const names = ['mainnet', 'testnet', 'devnet', 'staging', 'constructor'];
  expect(new Set(names.map(genesisHashOf)).size).toBe(names.length);
  expect(genesisHashOf('staging')).toBe(genesisHashOf('staging'));
  // A genesis hash is 32 bytes in base58, as an address is.
  expect(names.map(genesisHashOf).every(isAddress)).toBe(true);
});

test('every network but mainnet has a faucet', () => {
  expect(['mainnet', 'testnet', 'devnet', 'staging'].filter(hasFaucet)).toEqual(['testnet', 'devnet', 'staging']);
});

test('a node of a network with another name gives airdrops and tells its own genesis hash', async () => {
  const chain = await startTestChain('staging');
  try {
    expect(await chain.result('getGenesisHash')).toBe(genesisHashOf('staging'));
    expect((await chain.call('requestAirdrop', wallet, 1_000_000_000)).error).toBeUndefined();
    expect(await chain.result('getBalance', wallet, { commitment: 'processed' })).toMatchObject({
      value: 1_000_000_000,
    });
  } finally {
    await chain.stop();
  }
});
