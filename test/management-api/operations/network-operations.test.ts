import { describe, expect, test } from '@jest/globals';
import { servedByNetwork } from '../../../src/network-methods.ts';
import { networks } from '../../support/settings.ts';
import { newUser, noon, startApi } from '../api.ts';

describe('GET networks', () => {
  test('returns every network of the settings with the state that watch has stored', async () => {
    const since = noon - 3_600_000;
    const node = {
      name: 'host',
      url: 'https://host/secret',
      up: true,
      behind: true,
      height: 90,
      lag: 60,
      lagMs: 12_840,
      failures: 0,
      since,
    };
    const stored = {
      network: 'mainnet',
      checkedAt: noon - 1_000,
      nodes: [node, { ...node, behind: false, lag: 0, lagMs: 0 }],
    };
    const lagging = { lag: 60, lagMs: 12_840, lagOfTransaction: 0.4 };
    const newest = { lag: 0, lagMs: 0, lagOfTransaction: 0 };
    const get = async ({ network }: { readonly network?: unknown }) => (network === 'mainnet' ? stored : undefined);
    const api = await startApi({ networkStates: { get } });
    const { status, body } = await api.call(newUser(), 'GET', '/v1/networks');
    expect(status).toBe(200);
    expect(body.networks.map(({ network }: { network: string }) => network)).toEqual(
      networks.map(({ network }) => network),
    );
    expect(body.networks[0]).toEqual({
      network: 'mainnet',
      chain: 'solana',
      state: 'degraded',
      since: new Date(since).toISOString(),
      checkedAt: new Date(noon - 1_000).toISOString(),
      heightUnit: 'slots',
      methods: servedByNetwork(networks[0] ?? { chain: 'solana', upstreams: [] }).methods,
      otherMethods: true,
      nodes: [
        { name: 'Node 1', state: 'behind', since: new Date(since).toISOString(), height: 90, ...lagging },
        { name: 'Node 2', state: 'up', since: new Date(since).toISOString(), height: 90, ...newest },
      ],
    });
    expect(body.networks[1]).toMatchObject({ state: 'unknown', since: null, checkedAt: null, nodes: [] });
  });
});
