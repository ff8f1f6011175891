import { afterEach, describe, expect, test } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';
import type { Upstream } from '../../src/network.ts';
import { checkNode, type NodeCheckDeps } from '../../src/networks/health-checks.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import {
  answering,
  type Behaviour,
  hanging,
  startUpstream,
  stopUpstreams,
  unreachableUrl,
} from '../upstream/upstream-server.ts';
import { nodeIsBehind, solanaNode } from './solana-node.ts';

afterEach(stopUpstreams);

const check = (upstream: Upstream, parts: Partial<NodeCheckDeps> = {}) =>
  checkNode(upstream, solana, {
    credentials: () => Promise.reject(new Error('no credentials are expected')),
    send,
    clock: () => 0,
    limitMs: 5_000,
    ...parts,
  });

async function checked(behave: Behaviour, parts: Partial<NodeCheckDeps> = {}) {
  const { url, received } = await startUpstream(behave);
  return { result: await check({ url }, parts), received };
}

/** Ankr's, which has no id (BitteProtocol/near-ca#173). */
const unauthorized =
  '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unauthorized: You must authenticate your request."},"id":null}';

describe('a node that answers', () => {
  test('is asked for its health and its height with the chain’s calls, over one new connection', async () => {
    const { result, received } = await checked(solanaNode({ slot: 250_000_000 }));
    expect(result).toEqual({ answered: true, height: 250_000_000, heightAt: 0, saysBehind: false });
    expect(received.map(({ body, connection }) => [JSON.parse(body.toString()), connection])).toEqual([
      [{ jsonrpc: '2.0', id: 1, method: 'getHealth', params: [] }, 1],
      [{ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment: 'finalized' }] }, 1],
    ]);
  });

  test('is asked over a new connection at the next check, because the last one may be dead', async () => {
    const { url, received } = await startUpstream(solanaNode());
    await check({ url });
    await check({ url });
    expect(received.map(({ connection }) => connection)).toEqual([1, 1, 2, 2]);
  });

  test('and refuses these questions is up if it is not sent them, and unhealthy otherwise', async () => {
    const unknown = { code: -32601, message: 'Method not found' };
    const { url } = await startUpstream(solanaNode({ health: unknown, slot: unknown }));
    expect(await check({ url, methods: ['accounts'] })).toEqual({ answered: true, saysBehind: false });
    expect(await check({ url, exceptMethods: ['status'] })).toEqual({ answered: true, saysBehind: false });
    expect(await check({ url, methods: ['accounts', 'getSlot'] })).toEqual({ answered: false, reason: 'unhealthy' });
    expect(await check({ url })).toEqual({ answered: false, reason: 'unhealthy' });
  });

  test.each([
    ['-32005', nodeIsBehind],
    ['a health that is not ok', 'behind'],
  ])('and says by %s that it is behind is behind, and not down', async (_, health) => {
    const { result } = await checked(solanaNode({ health, slot: 880 }));
    expect(result).toEqual({ answered: true, height: 880, heightAt: 0, saysBehind: true });
  });

  test.each([
    ['a height that no node has', 'high'],
    ['an error', { code: -32000, message: 'no' }],
  ])('its height with %s has no height', async (_, slot) => {
    expect((await checked(solanaNode({ slot }))).result).toEqual({ answered: true, saysBehind: false });
  });

  test('and does not offer the health method is healthy if it has a height', async () => {
    const health = { code: -32601, message: 'Method not found' };
    expect((await checked(solanaNode({ health }))).result).toMatchObject({ answered: true, height: 1_000 });
    const { result } = await checked(solanaNode({ health, slot: 'high' }));
    expect(result).toEqual({ answered: false, reason: 'unhealthy' });
  });

  test('with any other error to the health call is unhealthy', async () => {
    const { result } = await checked(solanaNode({ health: { code: -32603, message: 'broken' } }));
    expect(result).toEqual({ answered: false, reason: 'unhealthy' });
  });
});

describe('a node fails its check', () => {
  const page = answering('<html>Welcome</html>', 200, { 'content-type': 'text/html' });
  test.each<[string, Behaviour, object]>([
    ['with 401', answering('{}', 401), { reason: 'credentials_rejected', status: 401 }],
    ['with 402', answering('{}', 402), { reason: 'credentials_rejected', status: 402 }],
    ['with 403', answering('{}', 403), { reason: 'credentials_rejected', status: 403 }],
    ['with a refused account inside 200', answering(unauthorized), { reason: 'credentials_rejected' }],
    ['with 429', answering('{}', 429), { reason: 'refused', status: 429 }],
    ['with a redirect', answering('', 302, { location: '/' }), { reason: 'refused', status: 302 }],
    ['with a page', page, { reason: 'not_json_rpc' }],
    ['with JSON that is not JSON-RPC', answering('{"status":"ok"}'), { reason: 'not_json_rpc' }],
    ['with the answer to another call', answering('{"id":2,"result":"ok"}'), { reason: 'not_json_rpc' }],
    ['with neither result nor error', answering('{"id":1,"error":"no"}'), { reason: 'not_json_rpc' }],
    ['by closing the connection', (response) => void response.socket?.destroy(), { reason: 'unreachable' }],
  ])('%s', async (_, behave, failure) => {
    expect((await checked(behave)).result).toEqual({ answered: false, ...failure });
  });

  test('by refusing the connection', async () => {
    expect(await check({ url: await unreachableUrl() })).toEqual({ answered: false, reason: 'unreachable' });
  });

  test('by not answering within the time limit', async () => {
    const { result } = await checked(hanging, { limitMs: 300 });
    expect(result).toEqual({ answered: false, reason: 'timeout' });
  });

  test('if its two answers together take longer than the limit', async () => {
    let now = 0;
    const slow: Behaviour = (...args) => {
      now += 5_000;
      solanaNode()(...args);
    };
    const { result, received } = await checked(slow, { clock: () => now });
    expect(result).toEqual({ answered: false, reason: 'timeout' });
    expect(received).toHaveLength(1);
  });
});

describe('the credentials of a node', () => {
  test('are sent with both questions, as with calls', async () => {
    const { url, received } = await startUpstream(solanaNode());
    const credentials = async () => ({
      url: `${url}/v2/secret-path`,
      headers: { Authorization: 'Bearer token' },
      query: { 'api-key': 'k' },
    });
    const result = await check({ url: 'https://configured.invalid', secretName: 'nodes/first' }, { credentials });
    expect(result).toMatchObject({ answered: true });
    const sent = received.map((one) => [one.url, one.headers.authorization]);
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['/v2/secret-path?api-key=k', 'Bearer token']));
  });

  test('that cannot be read fail the check before a request is sent', async () => {
    const { url, received } = await startUpstream(solanaNode());
    const result = await check({ url, secretName: 'nodes/first' });
    expect(result).toEqual({ answered: false, reason: 'no_credentials' });
    expect(received).toEqual([]);
  });
});

test('an error of the gateway does not count as the node’s', async () => {
  const broken = () => Promise.reject(new TypeError('a fault'));
  await expect(check({ url: 'https://node.invalid' }, { send: broken })).rejects.toThrow('a fault');
});
