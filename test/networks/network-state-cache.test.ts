import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { NetworkState, NodeState } from '../../src/networks/network-state.ts';
import { createNetworkStateCache } from '../../src/networks/network-state-cache.ts';
import type { Item, ItemTable } from '../../src/table/item-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { makeTable, signedDynamoDb } from '../support/dynamodb.ts';

const start = Date.UTC(2026, 10, 24, 12);
const url = 'https://node.example';

const node = (changes: Partial<NodeState> = {}): NodeState => ({
  name: 'node.example',
  url,
  up: true,
  behind: false,
  failures: 0,
  since: start,
  ...changes,
});
const state = (network: string, nodes: readonly NodeState[], checkedAt = start): NetworkState => ({
  network,
  checkedAt,
  nodes,
});

let now: number;
let lines: string[];
let paused: Promise<void>;
beforeEach(() => {
  paused = new Promise(() => undefined);
  now = start;
  lines = [];
});

const statesOf = (table: Pick<ItemTable, 'get'>) =>
  createNetworkStateCache({
    table,
    networks: ['mainnet', 'devnet'],
    clock: () => now,
    pause: () => paused,
    log: createLog('debug', (line) => lines.push(line)),
  });

/** A table in memory that counts its reads. */
function fakeTable(items: Record<string, Item | Error>) {
  const reads: unknown[] = [];
  const get: ItemTable['get'] = async (key, consistency) => {
    reads.push([key.network, consistency]);
    const item = items[String(key.network)];
    if (item instanceof Error) throw item;
    return item;
  };
  return { table: { get }, reads };
}

describe('states of nodes', () => {
  test('are those that watch wrote to the table', async () => {
    const table = createSignedTable(signedDynamoDb(), await makeTable(false, 'network'));
    const written = [node({ height: 300_000_000, lag: 0 }), node({ url: `${url}/2`, up: false, reason: 'timeout' })];
    await table.put(state('mainnet', written));
    expect(await table.get({ network: 'mainnet' }, 'eventual')).toEqual(state('mainnet', written));
    const states = statesOf(table);
    await states.load();
    expect(states.stateOf('mainnet', url)).toEqual({
      down: false,
      behind: false,
      checkedAt: start,
      height: 300_000_000,
    });
    expect(states.stateOf('mainnet', `${url}/2`)).toEqual({ down: true, behind: false, checkedAt: start });
    expect(states.stateOf('devnet', url)).toBeUndefined();
  });

  test('are unknown before they are loaded, and for nodes and networks that watch does not check', async () => {
    const states = statesOf(fakeTable({ devnet: state('devnet', [node({ behind: true })]) }).table);
    expect(states.stateOf('devnet', url)).toBeUndefined();
    await states.load();
    expect(states.stateOf('devnet', url)).toEqual({ down: false, behind: true, checkedAt: start });
    expect(states.stateOf('devnet', 'https://other.example')).toBeUndefined();
    expect(states.stateOf('mainnet', url)).toBeUndefined();
  });

  test('are ignored after three minutes without a check', async () => {
    const states = statesOf(fakeTable({ devnet: state('devnet', [node({ up: false })]) }).table);
    await states.load();
    now = start + 180_000;
    expect(states.stateOf('devnet', url)).toMatchObject({ down: true });
    now += 1;
    expect(states.stateOf('devnet', url)).toBeUndefined();
  });

  test('of several nodes with one URL are those of the best node', async () => {
    const both = (...nodes: NodeState[]) => fakeTable({ devnet: state('devnet', nodes) }).table;
    const read = async (...nodes: NodeState[]) => {
      const states = statesOf(both(...nodes));
      await states.load();
      return states.stateOf('devnet', url);
    };
    const [down, behind] = [node({ up: false }), node({ behind: true })];
    expect(await read(down, node())).toMatchObject({ down: false, behind: false });
    expect(await read(down, behind)).toMatchObject({ down: false, behind: true });
    expect(await read(behind, node())).toMatchObject({ down: false, behind: false });
    expect(await read(down, down)).toMatchObject({ down: true, behind: false });
  });
});

test('a node of another chain stays unused when watch has stopped, and also if another node has its URL', async () => {
  const wrong = node({ up: false, wrongChain: true, height: 7 });
  const { table } = fakeTable({ devnet: state('devnet', [node(), wrong]) });
  const states = statesOf(table);
  await states.load();
  expect(states.stateOf('devnet', url)).toMatchObject({ wrongChain: true, height: undefined });
  now += 86_400_000;
  expect(states.stateOf('devnet', url)).toMatchObject({ down: false, behind: false, wrongChain: true });
});

describe('reading', () => {
  test('is one eventually consistent read for each network', async () => {
    const { table, reads } = fakeTable({});
    await statesOf(table).load();
    expect(reads).toEqual([
      ['mainnet', 'eventual'],
      ['devnet', 'eventual'],
    ]);
  });

  test('of the network that is called starts again 5 s after the last read started, and not before', async () => {
    const items: Record<string, Item> = {};
    const { table, reads } = fakeTable(items);
    const states = statesOf(table);
    await states.load();
    items.devnet = state('devnet', [node({ up: false })]);
    now += 4_999;
    states.refreshIfDue('devnet');
    expect(reads).toHaveLength(2);
    now += 1;
    states.refreshIfDue('devnet');
    states.refreshIfDue('devnet');
    await new Promise(setImmediate);
    expect(reads).toHaveLength(3);
    expect(states.stateOf('devnet', url)).toMatchObject({ down: true });
  });

  test('is worth waiting for while the known state is older than 20 s, but not for longer than the pause', async () => {
    const items: Record<string, Item> = { devnet: state('devnet', [node()]) };
    let answer = () => {};
    const slow: ItemTable['get'] = ({ network }) =>
      new Promise((resolve) => {
        answer = () => resolve(items[String(network)]);
      });
    const table: Pick<ItemTable, 'get'> = { get: async ({ network }) => items[String(network)] };
    const states = statesOf(table);
    await states.load();
    expect(states.newerState('devnet')).toBeUndefined();
    table.get = slow;
    now += 19_999;
    states.refreshIfDue('devnet');
    expect(states.newerState('devnet')).toBeUndefined();
    now += 1;
    const waited = states.newerState('devnet');
    items.devnet = state('devnet', [node({ behind: true })], now);
    answer();
    await waited;
    expect(states.stateOf('devnet', url)).toMatchObject({ behind: true });
    await new Promise(setImmediate);
    expect(states.newerState('devnet')).toBeUndefined();

    now += 30_000;
    paused = Promise.resolve();
    states.refreshIfDue('devnet');
    await states.newerState('devnet');
    expect(states.stateOf('devnet', url)).toMatchObject({ checkedAt: now - 30_000 });
    // No further call waits for this read, but one for the next.
    expect(states.newerState('devnet')).toBeUndefined();
    now += 5_000;
    states.refreshIfDue('devnet');
    expect(states.newerState('devnet')).toBeDefined();

    // The pause of a process that was frozen ends when the next read has begun: a call waits for that one.
    let end = () => {};
    paused = new Promise((resolve) => {
      end = resolve;
    });
    void states.newerState('devnet');
    now += 60_000;
    states.refreshIfDue('devnet');
    end();
    await new Promise(setImmediate);
    expect(states.newerState('devnet')).toBeDefined();
  });

  test('that fails is logged by the error’s name, does not reject and keeps the cached states', async () => {
    const items: Record<string, Item | Error> = { mainnet: state('mainnet', [node({ up: false })]) };
    const states = statesOf(fakeTable(items).table);
    await states.load();
    items.mainnet = new RangeError('with details');
    await expect(states.load()).resolves.toBeUndefined();
    expect(states.stateOf('mainnet', url)).toMatchObject({ down: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', event: 'network_states_not_read', detail: 'RangeError' },
    ]);
  });

  test('skips and logs an invalid item', async () => {
    const items = { mainnet: { network: 'mainnet', nodes: 'none' }, devnet: state('devnet', [node()]) };
    const states = statesOf(fakeTable(items).table);
    await states.load();
    expect(states.stateOf('mainnet', url)).toBeUndefined();
    expect(states.stateOf('devnet', url)).toMatchObject({ down: false });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', event: 'network_state_unreadable', network: 'mainnet' },
    ]);
  });

  test('accepts a reason that this version does not know', async () => {
    const states = statesOf(fakeTable({ devnet: state('devnet', [node({ up: false, reason: 'haunted' })]) }).table);
    await states.load();
    expect(states.stateOf('devnet', url)).toMatchObject({ down: true });
  });
});
