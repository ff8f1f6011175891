import { describe, expect, test } from '@jest/globals';
import { networks } from '../../support/settings.ts';
import { newUser, startApi } from '../api.ts';

describe('GET endpoints', () => {
  test('returns the URL of each network of each chain', async () => {
    const api = await startApi();
    const { status, body } = await api.call(newUser(), 'GET', '/v1/endpoints');
    expect(status).toBe(200);
    expect(body.endpoints).toEqual(
      networks.map(({ chain, network, path }) => ({ chain, network, url: `https://rpc.example${path}` })),
    );
    expect(body.endpoints.slice(0, 2)).toEqual([
      { chain: 'solana', network: 'mainnet', url: 'https://rpc.example/' },
      { chain: 'solana', network: 'devnet', url: 'https://rpc.example/devnet' },
    ]);
  });
});
