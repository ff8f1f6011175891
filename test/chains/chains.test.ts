import { expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { networkChains, networks } from '../support/settings.ts';

test('every network has the chain that its route names', () => {
  for (const { network, chain } of networks) expect(networkChains.chainOf(network)).toBe(chains[chain]);
});

test.each(['nonesuch', 'constructor', ''])('the network %j, which no route has, has no chain', (network) => {
  expect(networkChains.chainOf(network)).toBeUndefined();
});

test('no two networks have the same network or path', () => {
  expect(new Set(networks.map(({ network }) => network)).size).toBe(networks.length);
  expect(new Set(networks.map(({ path }) => path)).size).toBe(networks.length);
});
