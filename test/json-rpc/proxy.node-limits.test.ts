import { describe, expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { createLog } from '../../src/log.ts';
import type { Upstream } from '../../src/network.ts';
import { NodeLimits } from '../../src/upstream/node-limits.ts';
import {
  answering,
  type Behaviour,
  startUpstream,
  type UpstreamServer,
  unreachableUrl,
} from '../upstream/upstream-server.ts';
import { batchOf, call, errorOf, type Gateway, healthy, planOf, time } from './gateway.ts';
import { memoryTable } from './memory-table.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

/** A process alone, with nodes that take two calls a second, if nothing else is said. */
function gatewayTo(...nodes: readonly Upstream[]): Gateway {
  const upstreams = { devnet: nodes.map((node) => ({ callsPerSecond: 2, ...node })) };
  const log = createLog('error', () => {});
  const limits = new NodeLimits(upstreams, { table: memoryTable(), clock: () => time.now, random: () => 0, log });
  return proxy.makeGateway({ plan: planOf(100, 1_000), forwarder: { upstreams, limits } });
}

/** The methods of the requests that a node got. */
const methodsOf = ({ received }: UpstreamServer): string[] =>
  received.map(({ body }) => /"method":"(\w+)"/.exec(body.toString())?.[1] ?? '');

const missing: Behaviour = (response) =>
  response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"error":{"code":-32011,"message":"no history"}}');

describe('a node at its limit', () => {
  test('is not asked: the next node gets reads and writes, each once, until the second ends', async () => {
    const [first, second] = [await startUpstream(healthy), await startUpstream(healthy)];
    const gateway = gatewayTo({ url: first.url }, { url: second.url, callsPerSecond: 100 });
    for (const method of ['getSlot', 'sendTransaction', 'sendTransaction', 'getSlot'])
      expect((await gateway.serve(call(1, method))).status).toBe(200);
    expect([methodsOf(first), methodsOf(second)]).toEqual([
      ['getSlot', 'sendTransaction'],
      ['sendTransaction', 'getSlot'],
    ]);
    time.now += 1_000;
    await gateway.serve(call(1));
    expect(first.received.length).toBe(3);
  });

  test('counts the calls of a batch', async () => {
    const [first, second] = [await startUpstream(healthy), await startUpstream(healthy)];
    const gateway = gatewayTo({ url: first.url }, { url: second.url });
    await gateway.serve(batchOf(2));
    await gateway.serve(call(1));
    expect([first.received.length, second.received.length]).toEqual([1, 1]);
  });

  test('keeps calls for state that it alone has: 503, never another node', async () => {
    const [first, second] = [await startUpstream(healthy), await startUpstream(healthy)];
    const gateway = gatewayTo({ url: first.url }, { url: second.url, callsPerSecond: 100 });
    const ethereum = { chain: chains.ethereum };
    for (const method of ['eth_newFilter', 'eth_getFilterChanges'])
      expect((await gateway.serve(call(1, method), ethereum)).status).toBe(200);
    const batch = `[${call(1, 'eth_getFilterChanges')},${call(2, 'eth_blockNumber')}]`;
    for (const body of [call(1, 'eth_getFilterChanges'), call(1, 'eth_newFilter'), batch]) {
      const answer = await gateway.serve(body, ethereum);
      expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '1']);
      expect(answer.body).toContain('nodes_at_limit');
    }
    expect((await gateway.serve(call(1, 'eth_blockNumber'), ethereum)).status).toBe(200);
    expect([first.received.length, second.received.length]).toEqual([2, 1]);
  });

  test('is no reason to pass on that another node lacks the data: 503', async () => {
    const [first, second] = [await startUpstream(healthy), await startUpstream(missing)];
    const gateway = gatewayTo({ url: first.url }, { url: second.url, callsPerSecond: 100 });
    await gateway.serve(batchOf(2));
    const answer = await gateway.serve(call(1, 'getBlock'));
    expect([answer.status, errorOf(answer).data.reason]).toEqual([503, 'nodes_at_limit']);
  });
});

describe('if every node is at its limit', () => {
  test('the answer is 503 with Retry-After, nothing is sent, the call is given back, and a line a second is logged', async () => {
    const node = await startUpstream(healthy);
    const gateway = gatewayTo({ url: node.url }, { url: await unreachableUrl(), callsPerSecond: 100 });
    await gateway.serve(batchOf(2));
    for (const method of ['getSlot', 'sendTransaction']) {
      const answer = await gateway.serve(call('"a"', method));
      expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '1']);
      expect(JSON.parse(answer.body)).toMatchObject({
        id: 'a',
        error: { code: -32603, data: { reason: 'nodes_at_limit', retryAfterSeconds: 1 } },
      });
    }
    expect(node.received.length).toBe(1);
    expect(await gateway.used()).toBe(2);
    const refused = (await gateway.records()).filter(({ status }) => status === 503);
    expect(refused.map(({ outcome }) => outcome)).toEqual(['upstream_error', 'upstream_error']);
    expect(gateway.lines.filter(({ event }) => event === 'nodes_at_limit')).toEqual([
      { level: 'warn', event: 'nodes_at_limit', network: 'devnet' },
    ]);
    time.now += 1_000;
    expect((await gateway.serve(call(1))).status).toBe(200);
  });

  test('only the calls of a batch whose nodes are at their limits get the error; 503 if these are all', async () => {
    const [accounts, rest] = [await startUpstream(healthy), await startUpstream(healthy)];
    const gateway = gatewayTo(
      { url: accounts.url, methods: ['accounts'] },
      { url: rest.url, exceptMethods: ['accounts'], callsPerSecond: 4 },
    );
    const mixed = `[${call(1, 'getBalance')},${call(2, 'getBalance')},${call(3, 'getSlot')},${call(4, 'getSlot')}]`;
    const answers = [await gateway.serve(mixed), await gateway.serve(mixed), await gateway.serve(mixed)];
    const reasons = (body: string) =>
      JSON.parse(body).map((one: { error?: { data: { reason: string } } }) => one.error?.data.reason);
    expect(answers.map(({ status, headers, body }) => [status, headers['Retry-After'], reasons(body)])).toEqual([
      [200, undefined, [undefined, undefined, undefined, undefined]],
      [200, undefined, ['nodes_at_limit', 'nodes_at_limit', undefined, undefined]],
      [503, '1', ['nodes_at_limit', 'nodes_at_limit', 'nodes_at_limit', 'nodes_at_limit']],
    ]);
    expect(await gateway.used()).toBe(6);
  });
});

test('a node that fails gets its health check even at its limit, which counts', async () => {
  const node = await startUpstream((response, request) =>
    (request.body.includes('getHealth') ? healthy : answering('busy', 503))(response, request),
  );
  const gateway = gatewayTo({ url: node.url, callsPerSecond: 2 });
  await gateway.serve(call(1, 'getSlot'));
  expect(methodsOf(node)).toEqual(['getSlot', 'getHealth']);
  expect((await gateway.serve(call(1, 'getSlot'))).status).toBe(503);
});
