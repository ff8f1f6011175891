import { networkInterfaces } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { chooseNodes, type NodeChoice } from '../../../bin/start/choose-nodes.ts';
import { withDemoNodes } from '../../../bin/start/demo-nodes.ts';
import { OptionsError } from '../../../bin/start/options.ts';
import type { Network, Upstream } from '../../../src/network.ts';

const members = {
  methods: ['accounts'],
  archive: true,
  callsPerSecond: 20,
  earliestSlot: 7,
  cost: { dollarsPerMillionCredits: 3 },
} as const satisfies Partial<Upstream>;
const far: Upstream = { url: 'https://far.example', secretName: 'far', private: true, ...members };
const near: Upstream = { url: 'http://127.0.0.1:8899', exceptMethods: ['accounts'] };

const networkOf = (...upstreams: Upstream[]): Network => ({
  network: 'mainnet',
  chain: 'solana',
  path: '/',
  genesisHash: 'mainnet-beta',
  upstreams,
});
const choose = (upstreams: Upstream[], choice: NodeChoice = {}) => chooseNodes([networkOf(...upstreams)], choice)[0];

describe('a local gateway', () => {
  test('asks the nodes of the settings on this machine, with all their members, and leaves the others out', () => {
    const { network, isAsked, note } = choose([far, near]) ?? {};
    expect([isAsked, network?.upstreams]).toEqual([true, [near]]);
    expect(note).toBe('mainnet: http://127.0.0.1:8899, instead of https://far.example');
    // A fork has the name of the public network, and another first block.
    expect(network).not.toHaveProperty('genesisHash');
  });

  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).flatMap(({ internal, family, address }) =>
      internal || family !== 'IPv4' ? [] : [`http://${address}`],
    ),
  );
  test.each(['http://localhost:1', 'http://node.localhost', 'http://[::1]:1', 'http://127.1', ...own])(
    'takes %s for this machine',
    (url) => expect(choose([{ url }])?.isAsked).toBe(true),
  );

  test.each(['http://10.255.255.1', 'https://localhost.example', 'http://128.0.0.1'])(
    'does not take %s for this machine',
    (url) => expect(choose([{ url }])?.isAsked).toBe(false),
  );

  test('has a stand-in for each node elsewhere, with its members but without its secret and its place', () => {
    const { network, isAsked, note } = choose([far, { url: 'https://b.example' }]) ?? {};
    const { earliestSlot: _, ...kept } = members;
    expect([isAsked, network?.upstreams]).toEqual([false, [{ url: far.url, ...kept }, { url: 'https://b.example' }]]);
    expect(note).toBe('mainnet: a local chain node, instead of https://far.example and https://b.example');
  });

  test('asks the node of --upstream with the members of the settings’ node in that place, and no secret', () => {
    const upstreams = { mainnet: [{ url: 'http://one' }, { url: 'http://two' }] };
    const { network, note } = choose([far], { upstreams }) ?? {};
    expect(network?.upstreams).toEqual([{ ...members, url: 'http://one' }, { url: 'http://two' }]);
    expect(note).toBe('mainnet: http://one and http://two, instead of https://far.example');
  });

  test('asks all nodes of the settings if told to, and expects their chain', () => {
    const chosen = choose([far, near], { nodes: 'settings', secretNames: ['far'] });
    expect(chosen).toEqual({
      network: networkOf(far, near),
      isAsked: true,
      note: 'mainnet: https://far.example and http://127.0.0.1:8899',
    });
  });

  test('is refused for a node whose secret is missing, and for a network that does not exist', () => {
    const secret = () => choose([far], { nodes: 'settings' });
    expect(secret).toThrow(OptionsError);
    expect(secret).toThrow('https://far.example needs the secret far. Put it into a file');
    expect(() => choose([near], { upstreams: { other: [] } })).toThrow('--upstream other=…: the settings have no such');
  });
});

describe('the demo', () => {
  test('has two priced nodes, of which each serves some methods, on its first network', () => {
    const [first, second] = withDemoNodes(chooseNodes([networkOf({ url: 'https://a.example' }), networkOf(far)], {}));
    expect(first?.network.upstreams.map(({ cost }) => cost !== undefined)).toEqual([true, true]);
    expect(first?.network.upstreams[0]?.exceptMethods).toEqual(first?.network.upstreams[1]?.methods);
    expect(first?.note).toBe('mainnet: a local chain node, instead of https://a.example, as 2 nodes with prices');
    expect(second?.network.upstreams).toHaveLength(1);
  });

  test.each([
    ['with members', far],
    ['that are asked', near],
  ])('keeps nodes of the settings %s', (_, node) => {
    const chosen = chooseNodes([networkOf(node)], {});
    expect(withDemoNodes(chosen)).toEqual(chosen);
  });
});
