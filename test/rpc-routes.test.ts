import { expect, test } from '@jest/globals';
import { networkOf, routeKey, routes } from '../src/rpc-routes.ts';

test('mainnet is at the root path, and devnet at /devnet', () => {
  const rows = routes.map((route) => [routeKey(route), route.chain, route.network]);
  expect(rows.slice(0, 2)).toEqual([
    ['POST /', 'solana', 'mainnet'],
    ['POST /devnet', 'solana', 'devnet'],
  ]);
});

test('a network is found by its route key only', () => {
  expect(networkOf('POST /')).toBe('mainnet');
  expect(networkOf('POST /devnet')).toBe('devnet');
  for (const key of ['', '$default', 'GET /', 'POST /devnet/', '/devnet']) expect(networkOf(key)).toBeUndefined();
});

test('no two rows have the same path or the same network', () => {
  expect(new Set(routes.map(routeKey)).size).toBe(routes.length);
  expect(new Set(routes.map(({ network }) => network)).size).toBe(routes.length);
});
