import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allowedHeaderNames } from '../../../lib/data-plane/cors-headers.ts';
import type { Network } from '../../../src/network.ts';
import { type SettingsFile, settingsWithNetworks } from '../../support/settings-file.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { startUpstream, stopUpstreams, type UpstreamServer } from '../../upstream/upstream-server.ts';
import { type ClientPage, type LocalServer, openClientPage, startServer } from './client-page.ts';

// The official clients in Chromium, in a page of another origin than the gateway's.

/** What each installed client sends besides the headers that the browser itself sets (measured by the test below). */
const sentHeaders: Readonly<Record<string, readonly string[]>> = {
  'web3.js': ['content-type', 'solana-client', 'x-api-key'],
  kit: ['content-type', 'solana-client', 'x-api-key'],
  viem: ['content-type', 'x-api-key'],
  ethers: ['content-type', 'x-api-key'],
};
const clients = Object.keys(sentHeaders);
const networkOf = (client: string): string => (client === 'viem' || client === 'ethers' ? 'eth-local' : 'devnet');

const ethereum: Network = {
  network: 'eth-local',
  chain: 'ethereum',
  path: '/eth',
  upstreams: [{ url: 'https://e.example' }],
};

let page: ClientPage;
let settings: SettingsFile;
let local: TestRuntime;
let recorder: UpstreamServer;
beforeAll(async () => {
  settings = settingsWithNetworks([ethereum]);
  recorder = await startUpstream((response, { body }) =>
    response
      .writeHead(200)
      .end(`{"jsonrpc":"2.0","result":7,"id":${JSON.stringify(JSON.parse(body.toString() || '{}').id)}}`),
  );
  const starting = startTestRuntime({ mainnet: [recorder.url] }, { config: settings.path });
  [local, page] = await Promise.all([starting, openClientPage()]);
});
afterAll(async () => {
  await Promise.all([page?.stop(), local?.stop(), stopUpstreams()]);
  settings?.remove();
});

describe.each(clients)('%s in Chromium', (client) => {
  test('reads the height of the chain through the gateway', async () => {
    const { secret } = await local.newKey();
    expect(await page.call(client, local.runtime.endpoints[networkOf(client)] ?? '', secret)).toMatch(
      /^(0x)?[\da-f]+$/,
    );
  });

  test('works with a slash at the end of the address', async () => {
    const { secret } = await local.newKey();
    const url = `${local.runtime.endpoints[networkOf(client)]}/`;
    expect(await page.call(client, url, secret)).toMatch(/^(0x)?[\da-f]+$/);
  });

  test('sends the headers that the preflight allows', async () => {
    const asked = await askedHeaders(client);
    expect(asked).toEqual(sentHeaders[client]);
    expect(allowedHeaderNames([])).toEqual(expect.arrayContaining(asked));
  });
});

test('a page may send every header of the list, and none of them reaches the node', async () => {
  const { secret } = await local.newKey();
  const before = recorder.received.length;
  expect(await page.call('tracing', local.runtime.endpoints.mainnet ?? '', secret)).toBe('7');
  const names = recorder.received.slice(before).flatMap(({ headers }) => Object.keys(headers));
  expect(names).toContain('content-type');
  expect(allowedHeaderNames([]).filter((name) => names.includes(name))).toEqual(['content-type']);
});

/** The headers for which the browser asks a server of another origin before a client's call. */
async function askedHeaders(client: string): Promise<string[]> {
  const asked = new Set<string>();
  const server: LocalServer = await startServer(({ headers, method }, response) => {
    const names = String(headers['access-control-request-headers'] ?? '');
    for (const name of method === 'OPTIONS' ? names.split(',') : []) asked.add(name.trim());
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': names };
    response.writeHead(200, allowed).end('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}');
  });
  await page.call(client, server.url, 'key');
  await server.stop();
  return [...asked].toSorted();
}
