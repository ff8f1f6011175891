import { describe, expect, test } from '@jest/globals';
import { newUser, startApi } from '../api.ts';

describe('GET endpoints', () => {
  test('returns the URL of each network of each chain', async () => {
    const api = await startApi();
    const { status, body } = await api.call(newUser(), 'GET', '/v1/endpoints');
    expect(status).toBe(200);
    expect(body.endpoints).toEqual([
      { chain: 'solana', network: 'mainnet', url: 'https://rpc.example/' },
      { chain: 'solana', network: 'devnet', url: 'https://rpc.example/devnet' },
    ]);
  });
});
