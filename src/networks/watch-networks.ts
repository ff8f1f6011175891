import { chainOfNetwork } from '../chain-of-network.ts';
import { chains } from '../chains/chains.ts';
import type { createMetricEmitter } from '../embedded-metrics.ts';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import type { Network } from '../network.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import { minuteMs } from '../time.ts';
import { nodesOnWrongChain } from './chain-identity.ts';
import { checkNodes } from './check-nodes.ts';
import { checkEndpoint, type NodeCheckDeps } from './health-checks.ts';
import { recordIntervals, type StateChange } from './network-day.ts';
import { type CheckedNode, isNetworkState, type NetworkState } from './network-state.ts';
import { nextNetworkState } from './node-states.ts';
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
    /** The time between two rounds of a minute, in ms. */
    readonly everyMs: number;
    readonly pause: (ms: number) => Promise<void>;
  };

class WatchError extends errorClass('WatchError', 'watch_failed') {}

/**
 * Watches for a minute. The first round asks for everything, and the others for heights. A failure in one network does not
 * affect the others. @throws {WatchError} at the end, if any part failed
 */
export async function watchNetworks(deps: WatchDeps): Promise<void> {
  const { networks, rpcUrl } = deps;
  const watched = networks.map((network) => watchNetwork(network, deps));
  const endpoints = rpcUrl === undefined ? [] : [watchEndpoints({ ...deps, rpcUrl })];
  const results = await Promise.allSettled([...watched, ...endpoints]);
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) deps.log.error('watch_failed', { detail: String(reason) });
  if (failures.length > 0) throw new WatchError(`${failures.length} of ${results.length} parts of a run failed.`);
}

/** @throws the first failure, after the last round */
async function watchNetwork(settings: Network, deps: WatchDeps): Promise<void> {
  const { clock, everyMs, pause } = deps;
  const startedAt = clock();
  const changes: StateChange[] = [];
  const failures: unknown[] = [];
  let roundAt = startedAt;
  while (roundAt < startedAt + minuteMs) {
    if (roundAt > clock()) await pause(roundAt - clock());
    const round = watchRound(settings, deps, roundAt === startedAt);
    await round.then((change) => changes.push(change)).catch((error: unknown) => failures.push(error));
    // A round that takes longer than it may leaves the next one out.
    roundAt = startedAt + (Math.floor((clock() - startedAt) / everyMs) + 1) * everyMs;
  }
  await recordDay(settings.network, changes, deps);
  if (failures.length > 0) throw failures[0];
}

/** @param isFirst the round of a minute that asks for everything, emits the metrics and logs what lasts */
async function watchRound(settings: Network, deps: WatchDeps, isFirst: boolean): Promise<StateChange> {
  const { network } = settings;
  const chain = chainOfNetwork(settings);
  const before = await readPrevious(network, deps);
  const checked = await checkNodes(settings.upstreams, chain, before, deps, isFirst);
  for (const node of checked) logFailure(network, node, deps.log, isFirst);
  const after = nextNetworkState(network, before, checked, chain, deps.clock());
  const stallsNow = after.pace?.stalled && !before?.pace?.stalled;
  if (isFirst || stallsNow) report(after, checked, deps);
  await writeState(after, deps.table);
  return { before, after };
}

function report(state: NetworkState, checked: readonly CheckedNode[], { emit, log }: WatchDeps): void {
  const { network, chainId: expected, pace } = state;
  for (const metrics of networkMetrics(state, checked)) emit(metrics);
  for (const { name, chainId } of nodesOnWrongChain(state)) {
    log.error('node_wrong_chain', { network, node: name, chainId, expected });
  }
  if (pace?.stalled) log.error('network_stalled', { network, height: pace.height });
}

/** Of two runs at once, the later state stays. */
async function writeState(state: NetworkState, table: WatchDeps['table']): Promise<void> {
  try {
    const isNewer = 'attribute_not_exists(checkedAt) OR checkedAt < :checkedAt';
    await table.put(state, isNewer, { ':checkedAt': state.checkedAt });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Calls are routed by the state, which is written. So a minute that is missing in the history does not fail the run. */
async function recordDay(
  network: string,
  changes: readonly StateChange[],
  { table, log }: Pick<WatchDeps, 'table' | 'log'>,
): Promise<void> {
  try {
    await recordIntervals(table, network, changes);
  } catch (error) {
    log.error('network_day_not_recorded', { network, detail: String(error) });
  }
}

function logFailure(network: string, { name, url, result }: CheckedNode, log: Log, isFirst: boolean): void {
  if (result.answered) return;
  const { reason, status } = result;
  log.warn('node_check_failed', { network, node: name, reason, status });
  // An alarm counts these lines.
  if (isFirst && reason === 'credentials_rejected') {
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
    const options = { send, timeoutMs: limitMs, clock };
    const result = await checkEndpoint(`${rpcUrl}${path}`, chains[chain].health.method, options);
    if (!result.up) log.error('endpoint_check_failed', { network, ...result });
    return result.up;
  });
  emit(endpointMetrics((await Promise.all(checks)).every(Boolean), clock()));
}
