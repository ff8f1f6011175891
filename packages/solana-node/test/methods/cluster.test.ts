import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from '../test-chain.ts';

let devnet: TestChain;
let mainnet: TestChain;
beforeAll(async () => {
  devnet = await startTestChain('devnet');
  mainnet = await startTestChain('mainnet');
});
afterAll(() => Promise.all([devnet.stop(), mainnet.stop()]));

describe('cluster methods', () => {
  test('getHealth is ok', async () => {
    expect(await devnet.result('getHealth')).toBe('ok');
  });

  test('getVersion names a release', async () => {
    expect(await devnet.result('getVersion')).toEqual({ 'feature-set': 0, 'solana-core': '4.3.0' });
  });

  test('getGenesisHash tells the networks apart by their real hashes', async () => {
    expect(await mainnet.result('getGenesisHash')).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    expect(await devnet.result('getGenesisHash')).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
  });
});
