import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChainPace } from '../../src/networks/chain-pace.ts';
import { type NodeState, stateMaxAgeMs } from '../../src/networks/network-state.ts';
import { networkStatus, readNetworkStatus } from '../../src/networks/network-status.ts';

const now = Date.UTC(2026, 10, 20, 12);

const node = (changes: Partial<NodeState> = {}): NodeState => ({
  name: 'node.provider.example',
  url: 'https://node.provider.example/v2/',
  up: true,
  behind: false,
  height: 100,
  lag: 0,
  failures: 0,
  since: now - 1_000,
  ...changes,
});

const statusOf = (nodes: readonly NodeState[], checkedAt = now, pace?: ChainPace) =>
  networkStatus({ network: 'mainnet', checkedAt, nodes, pace }, now);

const down = { up: false, height: undefined, lag: undefined, failures: 2 };
const behind = { behind: true, lag: 200 };

describe('the status of a network', () => {
  test.each([
    ['up', [{}, {}]],
    ['degraded', [{}, down]],
    ['degraded', [{}, behind]],
    ['degraded', [down, behind]],
    ['degraded', [behind]],
    ['down', [down, down]],
  ] as const)('is %s with the nodes %j', (state, nodes) => {
    expect(statusOf(nodes.map(node)).state).toBe(state);
  });

  test.each([
    ['all are up since the last one recovered', [{ since: 1 }, { since: 5 }], 5],
    [
      'all are down since the last one failed',
      [
        { ...down, since: 5 },
        { ...down, since: 1 },
      ],
      5,
    ],
    [
      'it is degraded since the first of the impaired nodes',
      [{ since: 1 }, { ...behind, since: 5 }, { ...down, since: 9 }],
      5,
    ],
    ['it is degraded since the first node recovered', [{ since: 7 }, { ...down, since: 3 }, { ...down, since: 2 }], 7],
  ] as const)('knows since when: %s', (_, nodes, since) => {
    expect(statusOf(nodes.map(node)).since).toBe(since);
  });

  test('is stalled while no node has a new block, since it last had one, unless every node is down', () => {
    const from = { height: 100, at: now - 60_000 };
    const pace = { ...from, movedAt: now - 30_000, stalled: true, from };
    expect(statusOf([node(), node(behind)], now, pace)).toMatchObject({ state: 'stalled', since: now - 30_000 });
    expect(statusOf([node(down)], now, pace).state).toBe('down');
    expect(statusOf([node()], now, { ...pace, stalled: false }).state).toBe('up');
  });

  test('is unknown without a recent check, without nodes and without a result', async () => {
    const unknown = { network: 'mainnet', state: 'unknown', since: undefined, nodes: [] };
    const old = now - stateMaxAgeMs;
    expect(statusOf([node()], old).state).toBe('up');
    expect(statusOf([node()], old - 1)).toEqual({ ...unknown, checkedAt: old - 1 });
    expect(statusOf([])).toEqual({ ...unknown, checkedAt: now });
    const read = (item?: object) => readNetworkStatus({ get: async () => ({ ...item }) }, 'mainnet', () => now);
    expect(await read()).toEqual({ ...unknown, checkedAt: undefined });
    expect(await read({ network: 'mainnet', checkedAt: now, nodes: [{}] })).toEqual({
      ...unknown,
      checkedAt: undefined,
    });
  });

  test('names no host, URL or reason', () => {
    const reasons = fc.constantFrom(
      'unreachable',
      'timeout',
      'refused',
      'credentials_rejected',
      'no_credentials',
      'behind',
    );
    const nodes = fc.array(
      fc.record({
        up: fc.boolean(),
        behind: fc.boolean(),
        reason: reasons,
        height: fc.option(fc.nat(), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(nodes, (states) => {
        const status = statusOf(states.map(node));
        const shown = JSON.stringify({
          ...status,
          state: '',
          nodes: status.nodes.map((one) => ({ ...one, state: '' })),
        });
        expect(shown).not.toMatch(/provider|https|unreach|timeout|refused|credentials|behind|failures/);
        expect(status.nodes.map(({ name }) => name)).toEqual(states.map((_, index) => `Node ${index + 1}`));
      }),
    );
  });
});
