import { afterEach, expect, test } from '@jest/globals';
import { canBeImported, isWellFormedSecret } from '../../src/keys/secret.ts';
import { checkEndpoint } from '../../src/networks/health-checks.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { answering, hanging, startUpstream, stopUpstreams, unreachableUrl } from '../upstream/upstream-server.ts';

afterEach(stopUpstreams);

let now = Date.UTC(2026, 10, 20, 12);
const clock = () => now;
const check = (url: string, timeoutMs = 5_000) => checkEndpoint(url, 'getHealth', { send, timeoutMs, clock });
const forbidden = '{"message":"Forbidden"}';

test('an endpoint is up if it refuses a malformed key as the HTTP API does', async () => {
  const { url, received } = await startUpstream(answering(forbidden, 403));
  expect(await check(`${url}/devnet`)).toEqual({ up: true });
  expect(received).toMatchObject([{ method: 'POST', url: '/devnet', headers: { 'content-type': 'application/json' } }]);
  expect(JSON.parse(String(received[0]?.body))).toEqual({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
});

test('the key does not have the format of a secret, so it causes no read and counts for no key', async () => {
  const { url, received } = await startUpstream(answering(forbidden, 403));
  await check(url);
  const key = String(received[0]?.headers['x-api-key']);
  expect(key).not.toBe('');
  expect([isWellFormedSecret(key), canBeImported(key)]).toEqual([false, false]);
});

test('the key differs each time, so that no cached answer hides an authorizer that fails', async () => {
  const { url, received } = await startUpstream(answering(forbidden, 403));
  await check(url);
  now += 1;
  await check(url);
  expect(new Set(received.map(({ headers }) => headers['x-api-key'])).size).toBe(2);
});

test.each([
  ['another 403, as of a firewall', '{"message":"Blocked"}', 403],
  ['401: the key did not arrive', '{"message":"Unauthorized"}', 401],
  ['404: the route is gone', '{"message":"Not Found"}', 404],
  ['500: the authorizer failed', '{"message":"Internal Server Error"}', 500],
  ['200: nobody looked at the key', forbidden, 200],
])('%s is down', async (_, body, status) => {
  const { url } = await startUpstream(answering(body, status));
  expect(await check(url)).toEqual({ up: false, status });
});

test('an endpoint is down if it cannot be reached or does not answer in time', async () => {
  expect(await check(await unreachableUrl())).toEqual({ up: false, code: 'unreachable' });
  const { url } = await startUpstream(hanging);
  expect(await check(url, 50)).toEqual({ up: false, code: 'timeout' });
});
