import { setTimeout as wait } from 'node:timers/promises';
import type { ChainId } from '../../src/chains/chain.ts';
import type { Runtime } from './runtime.ts';

// The average milliseconds between two requests of the first key. Each further key is half as busy.
const busiest = 1_500;

type DemoGateway = Pick<Runtime, 'settings' | 'endpoints' | 'demoUser'>;

/**
 * Sends real requests with the demo user's keys, about two in three seconds, so that the dashboard shows live usage. The
 * answers are ignored.
 * @returns stops it and waits for the open requests
 */
export function startDemoTraffic({ settings, endpoints, demoUser }: DemoGateway): () => Promise<void> {
  const stopping = new AbortController();
  const workloads = (demoUser?.keys ?? []).map(async ({ network, secret }, index) => {
    const url = endpoints[network];
    const chain = settings.networks.find((candidate) => candidate.network === network)?.chain;
    const bodies = chain ? demoRequestBodies[chain] : [];
    const pause = () => wait(busiest * 2 ** index * 2 * Math.random(), undefined, { signal: stopping.signal });
    while (url !== undefined && (await pause().then(yes, no))) await send(url, secret, bodies);
  });
  return async () => {
    stopping.abort();
    await Promise.all(workloads);
  };
}

const yes = () => true;
const no = () => false;

async function send(url: string, secret: string, bodies: readonly unknown[]): Promise<void> {
  const body = bodies[Math.floor(Math.random() * bodies.length)];
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  // Fails while the runtime stops.
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) => answer.text(), no);
}

// The system program, which exists on every network of Solana.
const program = '11111111111111111111111111111111';
// The first account of anvil; on other networks it has no special meaning.
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Typical request bodies of each chain, frequent ones more often; one in sixteen has invalid parameters. */
const demoRequestBodies: Readonly<Record<ChainId, readonly unknown[]>> = {
  solana: [
    ...times(5, call('getLatestBlockhash')),
    ...times(4, call('getBalance', [program])),
    ...times(3, call('getAccountInfo', [program, { encoding: 'base64' }])),
    call('getSlot'),
    call('getHealth'),
    [call('getSlot'), call('getBlockHeight'), call('getBalance', [program])],
    call('getBalance', ['not an address']),
  ],
  ethereum: [
    ...times(5, call('eth_call', [{ to: account }, 'latest'])),
    ...times(4, call('eth_getBalance', [account, 'latest'])),
    ...times(3, call('eth_getBlockByNumber', ['latest', false])),
    call('eth_blockNumber'),
    call('eth_syncing'),
    [call('eth_blockNumber'), call('eth_gasPrice'), call('eth_getBalance', [account, 'latest'])],
    call('eth_getBalance', ['not an address', 'latest']),
  ],
};

function call(method: string, params?: readonly unknown[]) {
  return { jsonrpc: '2.0', id: 1, method, ...(params && { params }) };
}

function times(count: number, body: unknown): unknown[] {
  return Array.from({ length: count }, () => body);
}
