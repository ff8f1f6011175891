import { chainOfNetwork } from '../chain-of-network.ts';
import type { Chain } from '../chains/chain.ts';
import { chains } from '../chains/chains.ts';
import { serves } from '../chains/served.ts';
import type { createMetricEmitter } from '../embedded-metrics.ts';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { type Network, nodeNames, type Upstream } from '../network.ts';
import type { ItemTable } from '../table/item-table.ts';
import { isChainIdDue, nodesOnWrongChain } from './chain-identity.ts';
import { checkEndpoint, checkNode, type NodeCheckDeps } from './health-checks.ts';
import { recordInterval } from './network-day.ts';
import { type CheckedNode, isNetworkState, type NetworkState } from './network-state.ts';
import { isEarliestDue, nextNetworkState } from './node-states.ts';
import { endpointMetrics, networkMetrics } from './watch-metrics.ts';

export type EndpointWatchDeps = Pick<NodeCheckDeps, 'send' | 'clock' | 'limitMs'> & {
  readonly networks: readonly Network[];
  readonly rpcUrl: string;
  readonly emit: ReturnType<typeof createMetricEmitter>;
  readonly log: Log;
};

export type WatchDeps = NodeCheckDeps &
  Omit<EndpointWatchDeps, 'rpcUrl'> & {
    /** Undefined if another function checks the endpoints. */
    readonly rpcUrl: string | undefined;
    readonly table: Pick<ItemTable, 'get' | 'put'>;
  };

class WatchError extends errorClass('WatchError', 'watch_failed') {}

/** A failure in one network does not affect the others. @throws {WatchError} at the end, if any part failed */
export async function watchNetworks(deps: WatchDeps): Promise<void> {
  const { networks, rpcUrl } = deps;
  const watched = networks.map((network) => watchNetwork(network, deps));
  const endpoints = rpcUrl === undefined ? [] : [watchEndpoints({ ...deps, rpcUrl })];
  const results = await Promise.allSettled([...watched, ...endpoints]);
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) deps.log.error('watch_failed', { detail: String(reason) });
  if (failures.length > 0) throw new WatchError(`${failures.length} of ${results.length} parts of a run failed.`);
}

async function watchNetwork(settings: Network, deps: WatchDeps): Promise<void> {
  const { network, upstreams } = settings;
  const chain = chainOfNetwork(settings);
  const previous = await readPrevious(network, deps);
  const checked = await checkNodes(upstreams, chain, previous, deps);
  for (const node of checked) logFailure(network, node, deps.log);
  const state = nextNetworkState(network, previous, checked, chain, deps.clock());
  for (const metrics of networkMetrics(state, checked)) deps.emit(metrics);
  for (const { name, chainId } of nodesOnWrongChain(state)) {
    deps.log.error('node_wrong_chain', { network, node: name, chainId, expected: state.chainId });
  }
  if (state.pace?.stalled) deps.log.error('network_stalled', { network, height: state.pace.height });
  await deps.table.put(state);
  await recordDay(previous, state, deps);
}

/** Calls are routed by the state, which is written. So a minute that is missing in the history does not fail the run. */
async function recordDay(
  previous: NetworkState | undefined,
  state: NetworkState,
  { table, log }: Pick<WatchDeps, 'table' | 'log'>,
): Promise<void> {
  try {
    await recordInterval(table, previous, state);
  } catch (error) {
    log.error('network_day_not_recorded', { network: state.network, detail: String(error) });
  }
}

function checkNodes(
  upstreams: readonly Upstream[],
  chain: Chain,
  previous: NetworkState | undefined,
  deps: NodeCheckDeps,
): Promise<CheckedNode[]> {
  const names = nodeNames(upstreams);
  const now = deps.clock();
  const { nodes = [], pace } = previous ?? {};
  const blockMs = pace?.blockMs ?? chain.blockMs;
  return Promise.all(
    upstreams.map(async (upstream, index) => {
      const node = { name: names[index] ?? '', url: upstream.url };
      const before = nodes.find(({ name, url }) => name === node.name && url === node.url);
      const isUnknown = upstream.archive === undefined && upstream.earliestSlot === undefined;
      const further = {
        earliest: isUnknown && serves(upstream, chain, chain.earliest.method) && isEarliestDue(before, now),
        chainId: (height: number | undefined) => isChainIdDue(before, height, blockMs, now),
      };
      return { ...node, result: await checkNode(upstream, chain, deps, further) };
    }),
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

/** Without the last states, all nodes are treated as new, so that the check still has a result. */
async function readPrevious(network: string, { table, log }: WatchDeps): Promise<NetworkState | undefined> {
  try {
    const item = await table.get({ network });
    return isNetworkState(item) ? item : undefined;
  } catch (error) {
    log.error('network_state_not_read', { network, detail: String(error) });
    return undefined;
  }
}

/** Emits `EndpointUp`, and logs each endpoint that is down. */
export async function watchEndpoints(deps: EndpointWatchDeps): Promise<void> {
  const { networks, rpcUrl, send, limitMs, emit, clock, log } = deps;
  const checks = networks.map(async ({ network, path, chain }) => {
    const timeoutMs = limitMs;
    const result = await checkEndpoint(`${rpcUrl}${path}`, chains[chain].health.method, { send, timeoutMs });
    if (!result.up) log.error('endpoint_check_failed', { network, ...result });
    return result.up;
  });
  emit(endpointMetrics((await Promise.all(checks)).every(Boolean), clock()));
}
