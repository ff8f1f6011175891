import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '../../src/rpc-routes.ts';
import { demoBodies } from './demo-bodies.ts';
import type { DemoUserKey } from './demo-user.ts';

export type DemoTrafficOptions = {
  /** The address of each network's RPC endpoint. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly keys: readonly DemoUserKey[];
};

// Milliseconds between two requests of the first key, on average; each further key is half as busy.
const busiest = 1_500;

/**
 * Sends real requests with the demo user's keys, about two in three seconds, so that the dashboard has something to show
 * as it happens. What the gateway answers does not matter here.
 * @returns stops it, and waits for the requests under way
 */
export function startDemoTraffic({ endpoints, keys }: DemoTrafficOptions): () => Promise<void> {
  const stopping = new AbortController();
  const workloads = keys.map(async ({ network, secret }, index) => {
    const url = endpoints[network];
    const route = routes.find((candidate) => candidate.network === network);
    const bodies = route ? demoBodies[route.chain] : [];
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
  // While the runtime stops, nobody answers any more.
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) => answer.text(), no);
}
