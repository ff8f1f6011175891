import { describe, expect, test } from '@jest/globals';
import { chosenEndpoint } from '../../../../dashboard/pages/endpoints/endpoint-choice.ts';

const mainnet = { chain: 'solana', network: 'mainnet' };
const devnet = { chain: 'solana', network: 'devnet' };
const sepolia = { chain: 'ethereum', network: 'sepolia' };
const endpoints = [mainnet, devnet, sepolia];

describe('the chosen endpoint', () => {
  test.each([
    [{}, mainnet],
    [{ chain: 'solana', network: 'devnet' }, devnet],
    [{ network: 'devnet' }, devnet],
    [{ chain: 'ethereum' }, sepolia],
    [{ chain: 'ethereum', network: 'mainnet' }, sepolia],
    [{ chain: 'nonesuch', network: 'nonesuch' }, mainnet],
  ])('for %j is one that there is', (wanted, expected) => {
    expect(chosenEndpoint(endpoints, wanted)).toBe(expected);
  });

  test('is undefined without endpoints', () => {
    expect(chosenEndpoint([], { chain: 'solana' })).toBeUndefined();
  });
});
