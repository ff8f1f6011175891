import { expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { chainOf } from '../../src/chains/network-chain.ts';
import { routes } from '../../src/rpc-routes.ts';

test('every network has the chain that its route names', () => {
  for (const { network, chain } of routes) expect(chainOf(network)).toBe(chains[chain]);
});

test.each(['nonesuch', 'constructor', ''])('the network %j, which no route has, has no chain', (network) => {
  expect(chainOf(network)).toBeUndefined();
});

test('no two routes have the same network or path', () => {
  expect(new Set(routes.map(({ network }) => network)).size).toBe(routes.length);
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
});
