import { describe, expect, test } from '@jest/globals';
import type { NetworkStatus } from '../../../dashboard/api/api.ts';
import { withUnknownState } from '../../../dashboard/api/networks.ts';
import {
  lagText,
  networkStateView,
  nodeStateView,
  nodesText,
  summarizeNetworks,
} from '../../../dashboard/format/network-states.ts';

const node = {
  name: 'a',
  state: 'up',
  since: '2026-11-20T00:00:00Z',
  height: 1_234_567,
  lag: 0,
  lagMs: 0,
  lagOfTransaction: 0,
};

test.each([
  ['up', 'Up', 'good'],
  ['degraded', 'Degraded', 'caution'],
  ['stalled', 'Stalled', 'bad'],
  ['down', 'Down', 'bad'],
  ['unknown', 'Unknown', 'neutral'],
  ['paused', 'paused', 'neutral'],
])('a network in the state %s is shown as %s', (state, label, tone) => {
  expect(networkStateView(state)).toMatchObject({ label, tone });
});

test('a node in a state of a later release is shown by its name', () => {
  expect(nodeStateView('draining')).toEqual({ label: 'draining', tone: 'neutral' });
});

describe('lagText', () => {
  test.each([
    [{ state: 'up', lag: 0 }, 'Newest'],
    [{ state: 'behind', lag: 1 }, '1 slot behind'],
    [{ state: 'behind', lag: 1_320 }, '1,320 slots behind'],
    [{ state: 'behind', lag: 132, lagMs: 28_248, lagOfTransaction: null }, '132 slots behind (28.25 s)'],
    [
      { state: 'behind', lag: 132, lagMs: 28_248, lagOfTransaction: 0.88 },
      "132 slots behind (28.25 s, 88 % of a transaction's life)",
    ],
    [{ state: 'down', lag: 12 }, '–'],
    [{ state: 'up', lag: null }, '–'],
  ])('%j: %s', (lagging, text) =>
    expect(lagText({ lagMs: null, lagOfTransaction: null, ...lagging }, 'slots')).toBe(text),
  );
});

describe('nodesText', () => {
  test('counts the nodes, with the newest height', () => {
    const behind = { ...node, state: 'behind', height: 9 };
    expect(nodesText({ nodes: [node], heightUnit: 'slots' })).toBe('1 of 1 node up. Newest height: 1,234,567 slots.');
    expect(nodesText({ nodes: [behind, node], heightUnit: 'blocks' })).toBe(
      '1 of 2 nodes up. Newest height: 1,234,567 blocks.',
    );
  });

  test('is empty without checked nodes, and leaves out unknown heights', () => {
    expect(nodesText({ nodes: [], heightUnit: 'slots' })).toBe('');
    expect(nodesText({ nodes: [{ ...node, height: null }], heightUnit: 'slots' })).toBe('1 of 1 node up.');
  });
});

test.each([
  ['mainnet up', 'good', 'mainnet is up'],
  ['mainnet up, devnet up', 'good', 'All networks are up'],
  ['mainnet up, devnet degraded', 'caution', 'devnet is degraded'],
  ['mainnet down, devnet degraded', 'bad', 'mainnet is down'],
  ['mainnet stalled, devnet degraded', 'bad', 'mainnet is stalled'],
  ['mainnet down, devnet stalled', 'bad', 'mainnet is down'],
  ['mainnet down, devnet down, base up', 'bad', '2 of 3 networks are down: mainnet, devnet'],
  ['mainnet down, devnet down', 'bad', 'All networks are down: mainnet, devnet'],
  ['a down, b down, c down, d down', 'bad', 'All networks are down'],
  ['mainnet up, devnet unknown', 'neutral', 'The state of the networks is unknown'],
  ['mainnet paused', 'neutral', 'The state of the networks is unknown'],
  ['', 'neutral', 'The state of the networks is unknown'],
])('the networks “%s” together: %s, “%s”', (states, tone, label) => {
  const networks = states
    .split(', ')
    .filter(Boolean)
    .map((entry) => {
      const [network = '', state = ''] = entry.split(' ');
      return { network, state };
    });
  expect(summarizeNetworks(networks)).toEqual({ tone, label });
});

test('networks whose state can no longer be read are not shown as up', () => {
  const network = {
    network: 'mainnet',
    chain: 'solana',
    state: 'up' as const,
    since: null,
    checkedAt: null,
    heightUnit: 'slots',
    methods: [],
    otherMethods: true,
    nodes: [],
  };
  expect(summarizeNetworks(withUnknownState([network as NetworkStatus]) ?? [])).toEqual({
    tone: 'neutral',
    label: 'The state of the networks is unknown',
  });
});
