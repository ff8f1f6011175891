import { describe, expect, test } from '@jest/globals';
import { endpointOutput } from '../../../src/network.ts';
import { problemsOf } from './refusals.ts';

const row = (network: string, path = `/${network}`, changes: object = {}) => ({
  network,
  chain: 'solana',
  path,
  upstreams: [{ url: 'https://node.example' }],
  ...changes,
});
const withNetworks = (...networks: readonly unknown[]) => problemsOf({ networks });
const withNode = (upstream: unknown) => withNetworks(row('devnet', '/', { upstreams: [upstream] }));

describe('networks', () => {
  test('may be of any chain, and need not be named mainnet', () => {
    expect(
      withNetworks(row('eth-mainnet', '/', { chain: 'ethereum' }), row('op-2', '/l2/op', { maxLagSeconds: 30 })),
    ).toEqual([]);
    const outputs = ['eth-mainnet', 'op-mainnet-2'].map((network) => endpointOutput({ network }));
    expect(outputs).toEqual(['EthMainnetEndpoint', 'OpMainnet2Endpoint']);
  });

  test.each(['Mainnet', 'eth_mainnet', '1inch', 'a--b', '-a', 'a-', 'a b', ''])(
    'are refused with the name %j',
    (name) => {
      expect(withNetworks(row('devnet'), row(name, '/x'))).toEqual([
        expect.stringContaining('networks.1.network: must have lower-case letters'),
      ]);
    },
  );

  test.each(['', 'devnet', '/devnet/', '//', '/{proxy+}', '/dev net', '/a?b'])(
    'are refused with the path %j',
    (path) => {
      expect(withNetworks(row('devnet', path))).toEqual([
        expect.stringContaining("networks.0.path: must begin with '/'"),
      ]);
    },
  );

  test('are refused if two have the same name, path or output', () => {
    expect(withNetworks(row('devnet', '/a'), row('devnet', '/b'))).toEqual([
      'networks.1.network: another network has the name "devnet". Rename one of them.',
    ]);
    expect(withNetworks(row('devnet', '/'), row('testnet', '/'))).toEqual([
      'networks.1.path: another network has the path "/". Change one of them.',
    ]);
    expect(withNetworks(row('base2'), row('base-2'))).toEqual([
      expect.stringContaining('networks.1.network: the stack\'s output Base2Endpoint would clash with that of "base2"'),
    ]);
  });

  test.each([
    [{ maxLagSeconds: 0 }, 'networks.0.maxLagSeconds: must be at least 1.'],
    [{ maxLagSeconds: 1.5 }, 'networks.0.maxLagSeconds: must be a whole number.'],
    [{ genesisHash: 'mainnet' }, 'networks.0.genesisHash: must be mainnet-beta, devnet, testnet, or the hash that'],
    [{ chainId: 1 }, 'networks.0.chainId: is not a setting of Solana. Use genesisHash, or remove it.'],
    [
      { chain: 'ethereum', genesisHash: 'devnet' },
      'networks.0.genesisHash: is not a setting of Ethereum. Use chainId, or remove it.',
    ],
    [{ stalledAfterSeconds: -1 }, 'networks.0.stalledAfterSeconds: must be at least 0.'],
    [
      { upstreams: [{ url: 'https://node.example', callsPerSecond: 0 }] },
      'networks.0.upstreams.0.callsPerSecond: must be at least 1.',
    ],
    [
      { upstreams: [{ url: 'https://node.example', callsPerSecond: 1.5 }] },
      'networks.0.upstreams.0.callsPerSecond: must be a whole number.',
    ],
    [{ chain: 'bitcoin' }, 'networks.0.chain: must be "solana" or "ethereum", not "bitcoin".'],
    [{ upstreams: [] }, 'networks.0.upstreams: needs at least one node'],
    [{ upstreams: undefined }, 'networks.0.upstreams: is missing.'],
  ])('are refused with %j', (changes, problem) => {
    expect(withNetworks(row('devnet', '/', changes))).toEqual([expect.stringContaining(problem)]);
  });
});

describe('a node', () => {
  test('may have a path, a port and a secret', () => {
    expect(withNode({ url: 'http://127.0.0.1:8899/path', secretName: 'nodes/first' })).toEqual([]);
  });

  test.each(['localhost', 'ftp://node.example', 'wss://node.example', ''])('is refused with the URL %j', (url) => {
    expect(withNode({ url })).toEqual(['networks.0.upstreams.0.url: must be an http or https URL.']);
  });

  test.each([
    'https://user:password@node.example',
    'https://token@node.example',
    'https://node.example/?api-key=token',
  ])('is refused if the template would contain its credentials, which the message does not repeat: %s', (url) => {
    const problems = withNode({ url });
    expect(problems).toEqual([expect.stringContaining('must not have a user name, password or query')]);
    expect(problems[0]).toContain('Secrets Manager');
    expect(problems[0]).not.toContain(url);
  });

  test('is refused with an unknown member, or no name of a secret', () => {
    expect(withNode({ url: 'https://node.example', apiKey: 'x' })).toEqual([
      'networks.0.upstreams.0.apiKey: is not a setting. Correct its name, or remove it.',
    ]);
    expect(withNode({ url: 'https://node.example', secretName: '' })).toEqual([
      'networks.0.upstreams.0.secretName: must be the name of a secret: letters, digits and / _ + = . @ -.',
    ]);
  });
});
