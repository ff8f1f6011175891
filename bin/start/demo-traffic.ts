import { setTimeout as wait } from 'node:timers/promises';
import { localChains } from '../chains/chains.ts';
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
    const bodies = chain ? localChains[chain].demoRequests : [];
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
