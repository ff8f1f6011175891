import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createMetricEmitter } from '../../src/embedded-metrics.ts';
import { createLog } from '../../src/log.ts';
import type { Network, Upstream, Upstreams } from '../../src/network.ts';
import { type WatchDeps, watchNetworks } from '../../src/networks/watch-networks.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { makeTable, signedDynamoDb } from '../support/dynamodb.ts';
import {
  answering,
  type Behaviour,
  hanging,
  startUpstream,
  stopUpstreams,
  unreachableUrl,
} from '../upstream/upstream-server.ts';
import { nodeIsBehind, solanaNode } from './solana-node.ts';

const networks: readonly Omit<Network, 'upstreams'>[] = [
  { path: '/', chain: 'solana', network: 'mainnet' },
  { path: '/devnet', chain: 'solana', network: 'devnet', maxLagSeconds: 1 },
];
const start = Date.UTC(2026, 10, 24, 12);
const minute = 60_000;
const forbidden = answering('{"message":"Forbidden"}', 403);

let now: number;
let table: ItemTable;
let lines: string[];
beforeEach(async () => {
  now = start;
  lines = [];
  table = createSignedTable(signedDynamoDb(), await makeTable(false, 'network'));
});
afterEach(stopUpstreams);

/** The lines of the log without their levels, and the emitted metrics. */
const logged = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined);
const emitted = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ _aws }) => _aws !== undefined)
    .map(({ _aws, ...values }) => values);

type Given = Readonly<Record<string, readonly (Behaviour | Upstream)[]>>;

async function upstreamsOf(given: Given): Promise<Upstreams> {
  const started = Object.entries(given).map(async ([network, nodes]) => {
    const upstreams = nodes.map(async (node) => (typeof node === 'function' ? startUpstream(node) : node));
    return [
      network,
      (await Promise.all(upstreams)).map(({ url, ...more }) => ('received' in more ? { url } : { url, ...more })),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(started));
}

/** One run of watch over these nodes, with a healthy RPC API by default. */
async function run(upstreams: Upstreams, more: Partial<WatchDeps> = {}): Promise<void> {
  const rpcUrl = more.rpcUrl ?? (await startUpstream(forbidden)).url;
  const write = (line: string) => void lines.push(line);
  await watchNetworks({
    networks: networks.map((each) => ({ ...each, upstreams: upstreams[each.network] ?? [] })),
    rpcUrl,
    credentials: () => Promise.reject(new Error('denied')),
    send,
    table,
    clock: () => now,
    log: createLog('debug', write),
    emit: createMetricEmitter('Sluice/test', write),
    limitMs: 5_000,
    // One round, as the clock is still.
    everyMs: minute,
    pause: () => Promise.reject(new Error('no pause is expected')),
    ...more,
  });
}

const nodesOf = async (network: string) => (await table.get({ network }))?.nodes;

describe('how far back a node goes', () => {
  const asksIn = (received: readonly { readonly body: Buffer }[]) =>
    received.filter(({ body }) => body.includes('getFirstAvailableBlock')).length;

  test('is asked once an hour, and kept between', async () => {
    const nodes = [await startUpstream(solanaNode({ earliest: 700 })), await startUpstream(solanaNode())];
    const upstreams = { mainnet: nodes.map(({ url }) => ({ url })) };
    for (const minutes of [0, 1, 59, 60, 61]) {
      now = start + minutes * minute;
      await run(upstreams);
    }
    expect(nodes.map(({ received }) => asksIn(received))).toEqual([2, 2]);
    expect(await nodesOf('mainnet')).toMatchObject([
      { earliest: 700, earliestAt: start + 60 * minute },
      { earliest: 0 },
    ]);
  });

  test('is not asked of a node that is not sent the question, or if the settings say it', async () => {
    const started = await Promise.all(Array.from({ length: 3 }, () => startUpstream(solanaNode())));
    const [accounts, archive, pruned] = started.map(({ url }) => ({ url }));
    await run({
      mainnet: [
        { url: '', ...accounts, methods: ['accounts'] },
        { url: '', ...archive, archive: true },
        { url: '', ...pruned, earliestSlot: 5 },
      ],
    });
    expect(started.map(({ received }) => asksIn(received))).toEqual([0, 0, 0]);
  });

  test('is not known of a node that does not say, which stays up', async () => {
    const refuses = { code: -32601, message: 'Method not found' };
    await run(await upstreamsOf({ mainnet: [solanaNode({ earliest: refuses }), solanaNode()] }));
    const [first] = (await nodesOf('mainnet')) as readonly object[];
    expect(first).toMatchObject({ up: true, earliestAt: start });
    expect(first).not.toHaveProperty('earliest');
  });
});

describe('a run', () => {
  test('writes an item for each network, with every node in order', async () => {
    const upstreams = await upstreamsOf({ mainnet: [solanaNode({ slot: 900 }), solanaNode()], devnet: [solanaNode()] });
    await run(upstreams);
    const hosts = upstreams.mainnet?.map(({ url }) => new URL(url).host) ?? [];
    expect(await table.get({ network: 'mainnet' })).toEqual({
      network: 'mainnet',
      checkedAt: start,
      nodes: [
        {
          name: hosts[0],
          url: upstreams.mainnet?.[0]?.url,
          up: true,
          behind: true,
          height: 900,
          lag: 100,
          lagMs: 21_400,
          earliest: 0,
          earliestAt: start,
          chainIdAt: start,
          failures: 0,
          since: start,
          reason: 'behind',
        },
        {
          name: hosts[1],
          url: upstreams.mainnet?.[1]?.url,
          up: true,
          behind: false,
          height: 1_000,
          lag: 0,
          lagMs: 0,
          earliest: 0,
          earliestAt: start,
          chainIdAt: start,
          failures: 0,
          since: start,
        },
      ],
      pace: { height: 1_000, at: start, movedAt: start, stalled: false, from: { height: 1_000, at: start } },
    });
    expect(await nodesOf('devnet')).toMatchObject([{ up: true, height: 1_000 }]);
    expect(logged()).toEqual([]);
  });

  test('uses each network’s own limit', async () => {
    await run(
      await upstreamsOf({
        mainnet: [solanaNode(), solanaNode({ slot: 994 })],
        devnet: [solanaNode(), solanaNode({ slot: 994 })],
      }),
    );
    expect(await nodesOf('mainnet')).toMatchObject([{ behind: false }, { behind: false, lag: 6 }]);
    expect(await nodesOf('devnet')).toMatchObject([{ behind: false }, { behind: true, lag: 6 }]);
  });

  test('continues from the last states: a node is down after the second failure, and comes back by itself', async () => {
    let behave: Behaviour = solanaNode();
    const changing: Behaviour = (...args) => behave(...args);
    const upstreams = await upstreamsOf({ mainnet: [changing], devnet: [solanaNode()] });
    await run(upstreams);
    behave = answering('', 503);
    for (const [failures, up, since] of [
      [1, true, start],
      [2, false, start + 2 * minute],
      [3, false, start + 2 * minute],
    ]) {
      now += minute;
      lines = [];
      await run(upstreams);
      expect(await nodesOf('mainnet')).toMatchObject([{ up, failures, since, reason: 'refused' }]);
      const [told] = emitted().filter(({ network }) => network === 'mainnet');
      expect(Object.keys(told)).toEqual(['network', 'node', 'NodeUp']);
    }
    behave = solanaNode();
    now += minute;
    await run(upstreams);
    expect(await nodesOf('mainnet')).toMatchObject([{ up: true, failures: 0, since: start + 4 * minute }]);
  });

  test('emits metrics of each node and of the endpoints', async () => {
    const down = { url: await unreachableUrl() };
    const upstreams = await upstreamsOf({
      mainnet: [solanaNode({ slot: 990 }), down, solanaNode()],
      devnet: [solanaNode({ health: nodeIsBehind })],
    });
    await run(upstreams);
    const node = (network: string, index: number) => ({
      network,
      node: new URL(upstreams[network]?.[index]?.url ?? '').host,
    });
    expect(emitted()).toHaveLength(7);
    expect(emitted()).toEqual(
      expect.arrayContaining([
        { ...node('mainnet', 0), NodeUp: 1, NodeLag: 2.14 },
        { ...node('mainnet', 1), NodeUp: 0 },
        { ...node('mainnet', 2), NodeUp: 1, NodeLag: 0 },
        { ...node('devnet', 0), NodeUp: 1, NodeLag: 1.07 },
        { NetworkStalled: 0, NodesOnWrongChain: 0 },
        { NetworkStalled: 0, NodesOnWrongChain: 0 },
        { EndpointUp: 1 },
      ]),
    );
  });
});

describe('a node of another chain', () => {
  test('is logged and in the metric from the first check on, and asked again until it is right', async () => {
    const [right, wrong] = [
      await startUpstream(solanaNode({ genesis: 'x' })),
      await startUpstream(solanaNode({ genesis: 'y', slot: 421_000_000 })),
    ];
    const upstreams = [right, wrong].map(({ url }) => ({ url }));
    const settings: Network = { path: '/', chain: 'solana', network: 'mainnet', genesisHash: 'x', upstreams };
    for (const seconds of [0, 60]) {
      now = start + seconds * 1_000;
      lines = [];
      await run({}, { networks: [settings] });
      expect(await nodesOf('mainnet')).toMatchObject([
        { up: true, lag: 0 },
        { up: false, wrongChain: true, reason: 'wrong_chain' },
      ]);
      const node = new URL(wrong.url).host;
      expect(logged()).toContainEqual({
        level: 'error',
        event: 'node_wrong_chain',
        network: 'mainnet',
        node,
        chainId: 'y',
        expected: 'x',
      });
      expect(emitted()).toContainEqual(expect.objectContaining({ NodesOnWrongChain: 1 }));
    }
    const asked = [right, wrong].map(
      ({ received }) => received.filter(({ body }) => body.includes('getGenesisHash')).length,
    );
    expect(asked).toEqual([1, 2]);
  });

  test('is asked at once when its height jumps, and does not make the right one look behind', async () => {
    let [genesis, slot] = ['x', 1_000];
    const upstreams = await upstreamsOf({
      mainnet: [solanaNode({ genesis: 'x' }), (...args) => solanaNode({ genesis, slot })(...args)],
    });
    await run(upstreams);
    [genesis, slot] = ['y', 421_000_000];
    now += 10_000;
    await run(upstreams);
    expect(await nodesOf('mainnet')).toMatchObject([{ up: true, behind: false }, { wrongChain: true }]);
  });
});

describe('a network that has stalled', () => {
  test('is logged and in its metric, with one node too, until it has a new block', async () => {
    let slot = 1_000;
    const upstreams = await upstreamsOf({ mainnet: [(...args) => solanaNode({ slot })(...args)], devnet: [] });
    const stalledIn = async (seconds: number) => {
      now = start + seconds * 1_000;
      lines = [];
      await run(upstreams, {
        networks: [{ path: '/', chain: 'solana', network: 'mainnet', upstreams: upstreams.mainnet ?? [] }],
      });
      const events = logged().map(({ event }) => event);
      const [told] = emitted().filter(({ NetworkStalled }) => NetworkStalled !== undefined);
      return [events, told.NetworkStalled, (await nodesOf('mainnet')) as unknown];
    };
    const well = [expect.objectContaining({ up: true, behind: false, lag: 0 })];
    expect(await stalledIn(0)).toEqual([[], 0, well]);
    expect(await stalledIn(10)).toEqual([[], 0, well]);
    expect(await stalledIn(20)).toEqual([['network_stalled'], 1, well]);
    slot += 1;
    expect(await stalledIn(30)).toEqual([[], 0, well]);
  });
});

describe('a network whose nodes fail', () => {
  test('does not affect other networks, and each failure is logged by its code', async () => {
    const upstreams = await upstreamsOf({ mainnet: [hanging, answering('<html>')], devnet: [solanaNode()] });
    await run(upstreams, { limitMs: 1_000 });
    expect(await nodesOf('devnet')).toMatchObject([{ up: true, height: 1_000 }]);
    expect(await nodesOf('mainnet')).toMatchObject([{ reason: 'timeout' }, { reason: 'not_json_rpc' }]);
    const failures = logged().filter(({ event }) => event === 'node_check_failed');
    expect(failures.map(({ level, network, reason }) => [level, network, reason]).toSorted()).toEqual([
      ['warn', 'mainnet', 'not_json_rpc'],
      ['warn', 'mainnet', 'timeout'],
    ]);
  });

  test('by rejecting the operator’s credentials is logged with its host and without the credentials', async () => {
    const rejecting = await startUpstream(answering('{"key":"THE-TOKEN"}', 401));
    const secret = { url: 'https://configured.example', secretName: 'nodes/first' };
    const credentials = async () => ({ url: `${rejecting.url}/THE-TOKEN`, headers: { 'x-token': 'THE-TOKEN' } });
    await run(await upstreamsOf({ mainnet: [secret], devnet: [solanaNode()] }), { credentials });
    expect(logged()).toContainEqual({
      level: 'error',
      event: 'upstream_credentials_rejected',
      network: 'mainnet',
      host: 'configured.example',
      status: 401,
    });
    expect(await nodesOf('mainnet')).toMatchObject([{ url: secret.url, reason: 'credentials_rejected' }]);
    expect(lines.join('')).not.toContain('THE-TOKEN');
    expect(JSON.stringify(await nodesOf('mainnet'))).not.toContain('THE-TOKEN');
  });

  test('because its secret cannot be read is logged', async () => {
    const secret = { url: 'https://configured.example', secretName: 'nodes/first' };
    await run(await upstreamsOf({ mainnet: [secret], devnet: [solanaNode()] }));
    expect(await nodesOf('mainnet')).toMatchObject([{ reason: 'no_credentials' }]);
  });
});

describe('the endpoints', () => {
  test('are all called; a failure is logged with its network and makes EndpointUp 0', async () => {
    const rpc = await startUpstream((response, request) =>
      request.url === '/devnet'
        ? answering('{"message":"Not Found"}', 404)(response, request)
        : forbidden(response, request),
    );
    await run(await upstreamsOf({ mainnet: [solanaNode()], devnet: [solanaNode()] }), { rpcUrl: rpc.url });
    expect(rpc.received.map(({ url }) => url).toSorted()).toEqual(['/', '/devnet']);
    expect(emitted()).toContainEqual({ EndpointUp: 0 });
    expect(logged()).toEqual([
      { level: 'error', event: 'endpoint_check_failed', network: 'devnet', up: false, status: 404 },
    ]);
  });
});

describe('the table', () => {
  const healthy = () => upstreamsOf({ mainnet: [solanaNode()], devnet: [solanaNode()] });

  test('that rejects one network’s item fails the run at its end, after the others are written', async () => {
    const put: ItemTable['put'] = (item) =>
      item.network === 'mainnet' ? Promise.reject(new Error('throttled')) : table.put(item);
    await expect(run(await healthy(), { table: { get: table.get, put } })).rejects.toMatchObject({
      code: 'watch_failed',
    });
    expect(await nodesOf('devnet')).toMatchObject([{ up: true }]);
    expect(emitted()).toContainEqual({ EndpointUp: 1 });
    expect(logged()).toEqual([{ level: 'error', event: 'watch_failed', detail: 'Error: throttled' }]);
  });

  test('that rejects the days alone: the states and metrics are written, and the log says so', async () => {
    let slot = 1_000;
    const moving: Behaviour = (...args) => solanaNode({ slot })(...args);
    const upstreams = await upstreamsOf({ mainnet: [moving], devnet: [moving] });
    await run(upstreams);
    now += minute;
    slot += 280;
    lines = [];
    const put: ItemTable['put'] = (item) =>
      String(item.network).includes('#') ? Promise.reject(new Error('throttled')) : table.put(item);
    await run(upstreams, { table: { get: table.get, put } });
    expect((await table.get({ network: 'mainnet' }))?.checkedAt).toBe(now);
    expect(emitted()).toContainEqual({ EndpointUp: 1 });
    expect(logged().toSorted((one, other) => one.network.localeCompare(other.network))).toEqual(
      ['devnet', 'mainnet'].map((network) => ({
        level: 'error',
        event: 'network_day_not_recorded',
        network,
        detail: 'Error: throttled',
      })),
    );
  });

  test('that cannot be read is still written', async () => {
    const get = () => Promise.reject(new Error('throttled'));
    await run(await healthy(), { table: { get, put: table.put } });
    expect(await nodesOf('mainnet')).toMatchObject([{ up: true, since: start }]);
    expect(logged()).toContainEqual(expect.objectContaining({ event: 'network_state_not_read', network: 'mainnet' }));
  });

  test('with an invalid item is overwritten', async () => {
    await table.put({ network: 'mainnet', nodes: 'none' });
    await run(await healthy());
    expect(await nodesOf('mainnet')).toMatchObject([{ up: true, since: start }]);
  });
});
