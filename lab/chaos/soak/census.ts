import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import type { World } from '../gateway/chaos-world.ts';
import type { Threads } from './threads.ts';

/** What could leak, by what it is: megabytes, or how many. */
export type Census = Readonly<Record<string, number>>;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A server of Node closes a connection that has been idle for 5 s; who is left after twice that is not idle. */
const patienceMs = 10_000;

/**
 * DynamoDB Local closes a connection that has been idle for 30 s; every other pool here gives up an idle one earlier.
 */
const longestIdleMs = 35_000;

/** Connections that stay open although no request is in progress. */
async function leftOpen(count: () => Promise<number>): Promise<number> {
  const until = performance.now() + patienceMs;
  while ((await count()) > 0 && performance.now() < until) await wait(100);
  return count();
}

/**
 * The fewest sockets that there are while every pool gives up what it does not need: right after a load they tell how
 * much was under way at once. The readers of the streams go on, so there is no moment without any.
 */
async function fewestSockets(): Promise<number> {
  const until = performance.now() + longestIdleMs;
  let fewest = sockets().length;
  while (performance.now() < until) {
    await wait(500);
    fewest = Math.min(fewest, sockets().length);
  }
  return fewest;
}

/** Counts everything that could leak, while no request is in progress. */
export async function takeCensus(world: World, threads: Threads): Promise<Census> {
  collectGarbage();
  const heaps = (await threads.heaps()).map(({ name, megabytes }) => [`heap of ${name}, MB`, megabytes]);
  const own = {
    'heap of the runtime, MB': process.memoryUsage().heapUsed / 1_048_576,
    'connections of functions to DynamoDB': await leftOpen(() => world.functions.connections()),
    'connections of functions to chain nodes': await leftOpen(() => world.upstreamConnections()),
    'sockets of the process': await fewestSockets(),
  };
  const resources = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  return {
    ...Object.fromEntries(heaps),
    ...own,
    'timers of the runtime': resources.get('Timeout')?.length ?? 0,
    'pipes and messages of the runtime':
      (resources.get('PipeWrap')?.length ?? 0) + (resources.get('MessagePort')?.length ?? 0),
  };
}

/** A TCP socket by its ports: without a remote port if it listens, without any if the connection has ended. */
export type Socket = { readonly local: number | undefined; readonly remote: number | undefined };

// A pipe's endpoint is a path.
const endpointSchema = v.fallback(v.nullish(v.object({ port: v.number() })), null);
const handleSchema = v.object({ type: v.string(), localEndpoint: endpointSchema, remoteEndpoint: endpointSchema });
const threadSchema = v.object({ libuv: v.array(handleSchema) });
const reportSchema = v.object({ ...threadSchema.entries, workers: v.array(threadSchema) });

// Or a report would look up the name of every peer.
Object.assign(process.report, { excludeNetwork: true });

/**
 * The TCP sockets of this process and of its threads: those that listen, that are in use, idle in a pool, or half
 * closed. `process.getActiveResourcesInfo()` knows neither other threads nor the idle sockets of an agent.
 */
export function sockets(): Socket[] {
  const { workers, libuv } = v.parse(reportSchema, process.report.getReport());
  return [{ libuv }, ...workers]
    .flatMap((thread) => thread.libuv)
    .filter(({ type }) => type === 'tcp')
    .map(({ localEndpoint, remoteEndpoint }) => ({ local: localEndpoint?.port, remote: remoteEndpoint?.port }));
}
