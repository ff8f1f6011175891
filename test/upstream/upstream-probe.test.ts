import { afterEach, describe, expect, test } from '@jest/globals';
import { ethereum } from '../../src/chains/ethereum.ts';
import { checkNode } from '../../src/networks/health-checks.ts';
import { updateNodeStates } from '../../src/networks/node-states.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { askHealth } from '../../src/upstream/upstream-probe.ts';
import { type Behaviour, startUpstream, stopUpstreams } from './upstream-server.ts';

afterEach(stopUpstreams);

const now = Date.UTC(2026, 10, 28);
const clock = () => now;

type Answer = { readonly status?: number; readonly error?: unknown; readonly result?: unknown };

const refusal = (status: number, code: number, message: string): Answer => ({ status, error: { code, message } });

/** The newest block of a node, which has this age in seconds. */
const block = (age: number): Answer => ({ result: { timestamp: `0x${(now / 1_000 - age).toString(16)}` } });

const ethereumNode =
  (syncing: Answer, newest: Answer, height: Answer = { result: '0x64' }): Behaviour =>
  (response, { body }) => {
    const { id, method } = JSON.parse(body.toString());
    const answers: Record<string, Answer> = { eth_syncing: syncing, eth_getBlockByNumber: newest };
    const { status = 200, ...reply } = answers[method] ?? height;
    const text = 'page' in reply ? '<html>' : JSON.stringify({ jsonrpc: '2.0', id, ...reply });
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };

const limitMs = 5_000;
const credentials = () => Promise.reject(new Error('no credentials are expected'));

const watched = (url: string) => checkNode({ url }, ethereum, { credentials, send, clock, limitMs });
const probed = (url: string) =>
  askHealth({ url: new URL(url), ca: undefined, headers: {}, secrets: new Set() }, ethereum, { send, clock }, limitMs);

// Sources: ethereum/go-ethereum#32099, bnb-chain/bsc#3214 and erpc/erpc#275 show the first three.
const indexing = { currentBlock: '0x15bb8c2', highestBlock: '0x15bb8b3', txIndexRemainingBlocks: '0x12ded2f' };
const atHead = { currentBlock: '0x325cfb8', highestBlock: '0x3254e98', txIndexRemainingBlocks: '0x30df3ba' };
const equal = { currentBlock: '0x64', highestBlock: '0x64' };
const starting = { currentBlock: '0x0', highestBlock: '0x0' };
const page = { page: true };
const methodNotFound = refusal(200, -32_601, 'the method eth_syncing does not exist/is not available');

describe('a node of Ethereum', () => {
  test.each<[string, Answer, Answer, string]>([
    ['is not synchronizing, whatever its newest block', { result: false }, block(900), 'healthy'],
    ['indexes transactions at the head', { result: indexing }, block(12), 'healthy'],
    ['has passed the highest block that it knows of', { result: atHead }, block(1), 'healthy'],
    ['has a newest block of just the age that the chain allows', { result: equal }, block(180), 'healthy'],
    ['has an older one, with equal blocks as reth reports them', { result: equal }, block(181), 'behind'],
    ['has an older one, with zeros as Erigon reports them', { result: starting }, block(86_400), 'behind'],
    ['synchronizes and refuses to say when its block was made', { result: equal }, methodNotFound, 'behind'],
    ['synchronizes and has no block', { result: equal }, { result: null }, 'behind'],
    ['does not offer the question', methodNotFound, block(0), 'unknown'],
    ['refuses it with HTTP 400', refusal(400, -32_004, 'method not supported'), block(0), 'unknown'],
    ['refuses it with EIP-1474 alone', refusal(200, -32_004, 'method not supported'), block(0), 'unknown'],
    ['refuses it with HTTP 404 and a code of its own', refusal(404, -32_600, 'no such method'), block(0), 'unknown'],
    [
      'says that its first synchronization is not over',
      refusal(200, -32_008, 'Initial sync is still in progress'),
      block(0),
      'behind',
    ],
    [
      'has reached a limit',
      refusal(400, -32_005, 'daily request count exceeded, request rate limited'),
      block(0),
      'unhealthy',
    ],
    ['refuses too many requests', refusal(429, -32_005, 'slow down'), block(0), 'unhealthy'],
    ['fails', refusal(200, -32_603, 'Internal error'), block(0), 'unhealthy'],
    ['fails with HTTP 500', refusal(500, -32_004, 'method not supported'), block(0), 'unhealthy'],
    ['answers HTTP 400 with a page', { status: 400, ...page }, block(0), 'unhealthy'],
    ['answers HTTP 400 with a result', { status: 400, result: false }, block(0), 'unhealthy'],
  ])('that %s', async (_, syncing, newest, health) => {
    const { url } = await startUpstream(ethereumNode(syncing, newest));
    expect((await probed(url)).health).toBe(health);
    const up = { answered: true, height: 100, heightAt: now, saysBehind: health === 'behind' };
    expect(await watched(url)).toEqual(health === 'unhealthy' ? expect.objectContaining({ answered: false }) : up);
  });

  test('is asked for its newest block only if it says that it synchronizes', async () => {
    const methods = async (result: unknown) => {
      const { url, received } = await startUpstream(ethereumNode({ result }, block(0)));
      await probed(url);
      return received.map(({ body }) => JSON.parse(body.toString()).method);
    };
    expect(await methods(false)).toEqual(['eth_syncing']);
    expect(await methods(equal)).toEqual(['eth_syncing', 'eth_getBlockByNumber']);
  });

  test('that indexes is behind all the same if the best node is further than the lag', async () => {
    const heights = ['0x64', '0x69', '0x6a'];
    const checked = heights.map(async (height, index) => {
      const { url } = await startUpstream(ethereumNode({ result: indexing }, block(12), { result: height }));
      return { name: `${index}`, url, result: await watched(url) };
    });
    const states = updateNodeStates([], await Promise.all(checked), ethereum, now);
    expect(states.map(({ behind }) => behind)).toEqual([true, false, false]);
  });

  test('that refuses both questions is unhealthy, because its height is unknown', async () => {
    const refused = refusal(400, -32_004, 'method not supported');
    const { url } = await startUpstream(ethereumNode(refused, block(0), refused));
    expect(await watched(url)).toEqual({ answered: false, reason: 'unhealthy' });
  });
});
