// Runs in a web page: each official client makes one call as its documentation shows it. esbuild bundles this file.

import { createSolanaRpc } from '@solana/kit';
import { Connection } from '@solana/web3.js';
import { FetchRequest, JsonRpcProvider } from 'ethers';
import { createPublicClient, http } from 'viem';
import { allowedHeaderNames } from '../../../lib/data-plane/cors-headers.ts';

/** Makes one call and returns its result as text. Rejects as the client does. */
type ClientCall = (url: string, key: string) => Promise<string>;

/** `FetchRequest` would repeat a refused request for a minute. */
function ethersProvider(url: string, key: string): JsonRpcProvider {
  const request = new FetchRequest(url);
  request.setHeader('X-API-KEY', key);
  return new JsonRpcProvider(request, undefined, { staticNetwork: true, batchMaxCount: 1 });
}

const clientCalls: Readonly<Record<string, ClientCall>> = {
  'web3.js': async (url, key) => String(await new Connection(url, { httpHeaders: { 'X-API-KEY': key } }).getSlot()),
  kit: async (url, key) =>
    String(
      await createSolanaRpc(url, { headers: { 'X-API-KEY': key } })
        .getSlot()
        .send(),
    ),
  viem: async (url, key) => {
    const transport = http(url, { fetchOptions: { headers: { 'X-API-KEY': key } }, retryCount: 0 });
    return String(await createPublicClient({ transport }).getBlockNumber());
  },
  // A page whose tracing libraries add all of their headers.
  tracing: async (url, key) => {
    const traced = Object.fromEntries(allowedHeaderNames([]).map((name) => [name, '1']));
    const headers = { ...traced, 'content-type': 'application/json', 'x-api-key': key };
    const answer = await fetch(url, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}' });
    return String(JSON.parse(await answer.text()).result);
  },
  ethers: async (url, key) => String(await ethersProvider(url, key).send('eth_blockNumber', [])),
};

Object.assign(globalThis, { clientCalls });
