import type { Chain } from '../chains/chain.ts';
import { chains } from '../chains/chains.ts';
import { maxLagOf } from '../chains/max-lag.ts';
import type { Upstream, Upstreams } from '../environment.ts';
import type { Log } from '../log.ts';
import type { createEmit } from '../metrics.ts';
import { nodeNames } from '../node-names.ts';
import type { Route } from '../routes.ts';
import type { ItemTable } from '../table/table.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { type CheckParts, checkNode } from './check-node.ts';
import { type CheckedNode, judgeNodes } from './judge-nodes.ts';
import { isNetworkState, type NetworkState, type NodeState } from './network-state.ts';
import { endpointMetrics, nodeMetrics } from './node-metrics.ts';

/** What watch works with. */
export type WatchParts = CheckParts & {
  readonly routes: readonly Route[];
  readonly upstreams: Upstreams;
  /** The RPC API's address, without a slash at its end. */
  readonly rpcUrl: string;
  /** Networks. */
  readonly table: Pick<ItemTable, 'get' | 'put'>;
  readonly emit: ReturnType<typeof createEmit>;
  readonly log: Log;
};

/** The state of a network could not be written, or a check failed by a fault of the gateway's. */
export class WatchError extends Error {
  override readonly name = 'WatchError';
  readonly code = 'watch_failed';
}

/**
 * Checks all nodes and endpoints of all networks at the same time, writes each network's state and emits the metrics.
 * What fails in one network holds no other up.
 * @throws {WatchError} at the end, when something of it failed
 */
export async function watchNetworks(parts: WatchParts): Promise<void> {
  const networks = parts.routes.map((route) => watchNetwork(route, parts));
  const results = await Promise.allSettled([...networks, watchEndpoints(parts)]);
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) parts.log.error('watch_failed', { detail: String(reason) });
  if (failures.length > 0) throw new WatchError(`${failures.length} of ${results.length} parts of a run failed.`);
}

async function watchNetwork(route: Route, parts: WatchParts): Promise<void> {
  const { network } = route;
  const checked = await checkNodes(parts.upstreams[network] ?? [], chains[route.chain], parts);
  for (const node of checked) logFailure(network, node, parts.log);
  const previous = await readPrevious(network, parts);
  const checkedAt = parts.clock();
  const nodes = judgeNodes(previous, checked, maxLagOf(route), checkedAt);
  for (const metrics of nodeMetrics(network, checked, nodes, checkedAt)) parts.emit(metrics);
  const state: NetworkState = { network, checkedAt, nodes };
  await parts.table.put(state);
}

function checkNodes(upstreams: readonly Upstream[], chain: Chain, parts: CheckParts): Promise<CheckedNode[]> {
  const names = nodeNames(upstreams);
  return Promise.all(
    upstreams.map(async (upstream, index) => ({
      name: names[index] ?? '',
      url: upstream.url,
      result: await checkNode(upstream, chain, parts),
    })),
  );
}

function logFailure(network: string, { name, url, result }: CheckedNode, log: Log): void {
  if (result.answered) return;
  const { reason, status } = result;
  log.warn('node_check_failed', { network, node: name, reason, status });
  if (reason === 'credentials_rejected') {
    log.error('upstream_credentials_rejected', { network, host: new URL(url).host, status });
  }
}

/** Without the last state, a check is still worth more than none: then each node is judged as if it were new. */
async function readPrevious(network: string, { table, log }: WatchParts): Promise<readonly NodeState[]> {
  try {
    const item = await table.get({ network });
    return isNetworkState(item) ? item.nodes : [];
  } catch (error) {
    log.error('network_state_not_read', { network, detail: String(error) });
    return [];
  }
}

async function watchEndpoints({ routes, rpcUrl, send, limitMs, emit, clock, log }: WatchParts): Promise<void> {
  const checks = routes.map(async ({ network, path, chain }) => {
    const timeoutMs = limitMs;
    const result = await checkEndpoint(`${rpcUrl}${path}`, chains[chain].health.method, { send, timeoutMs });
    if (!result.up) log.error('endpoint_check_failed', { network, ...result });
    return result.up;
  });
  emit(endpointMetrics((await Promise.all(checks)).every(Boolean), clock()));
}
