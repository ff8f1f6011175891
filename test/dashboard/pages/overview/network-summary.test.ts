import { expect, test } from '@jest/globals';
import { summarizeNetworks } from '../../../../dashboard/pages/overview/network-summary.ts';

test.each([
  ['mainnet up', 'good', 'mainnet is up'],
  ['mainnet up, devnet up', 'good', 'All networks are up'],
  ['mainnet up, devnet degraded', 'caution', 'devnet is degraded'],
  ['mainnet down, devnet degraded', 'bad', 'mainnet is down'],
  ['mainnet down, devnet down, base up', 'bad', '2 of 3 networks are down: mainnet, devnet'],
  ['mainnet down, devnet down', 'bad', 'All networks are down: mainnet, devnet'],
  ['a down, b down, c down, d down', 'bad', 'All networks are down'],
  ['mainnet up, devnet unknown', 'neutral', 'The state of the networks is not known at the moment'],
  ['mainnet paused', 'neutral', 'The state of the networks is not known at the moment'],
  ['', 'neutral', 'The state of the networks is not known at the moment'],
])('%s: %s, “%s”', (states, tone, text) => {
  const networks = states
    .split(', ')
    .filter(Boolean)
    .map((entry) => {
      const [network = '', state = ''] = entry.split(' ');
      return { network, state };
    });
  expect(summarizeNetworks(networks)).toEqual({ tone, text });
});
