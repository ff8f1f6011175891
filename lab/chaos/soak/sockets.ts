import * as v from 'valibot';

/** A TCP socket by its ports: no remote one where it listens, none at all where the connection is over. */
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
