import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { isNetworkState, type NetworkState, type NodeState, stateMaxAgeMs } from './network-state.ts';
import { publicNodeName } from './public-node-names.ts';

/**
 * `degraded`: some nodes are not up, or all are behind. `stalled`: no node has had a new block for longer than the network
 * allows. `unknown`: watch has no result of the last minutes.
 */
export const networkConditions = ['up', 'degraded', 'stalled', 'down', 'unknown'] as const;

export const nodeConditions = ['up', 'behind', 'down'] as const;

type NetworkCondition = (typeof networkConditions)[number];
type NodeCondition = (typeof nodeConditions)[number];

type NodeStatus = {
  readonly name: string;
  readonly state: NodeCondition;
  readonly since: number;
  readonly height: number | undefined;
  readonly lag: number | undefined;
  readonly lagMs: number | undefined;
};

/** What customers may know of a network's nodes: no hosts, which name the operator's providers, and no reasons. */
export type NetworkStatus = {
  readonly network: string;
  readonly state: NetworkCondition;
  /** The network has been in this state at least since then. Undefined for `unknown`. */
  readonly since: number | undefined;
  readonly checkedAt: number | undefined;
  readonly nodes: readonly NodeStatus[];
};

export async function readNetworkStatus(
  networks: Pick<ItemTable, 'get'>,
  network: string,
  clock: Clock,
): Promise<NetworkStatus> {
  const item = await networks.get({ network }, 'eventual');
  return isNetworkState(item) ? networkStatus(item, clock()) : unknownStatus(network, undefined);
}

export function networkStatus({ network, checkedAt, nodes: states, pace }: NetworkState, now: number): NetworkStatus {
  if (now - checkedAt > stateMaxAgeMs || states.length === 0) return unknownStatus(network, checkedAt);
  const nodes = states.map(nodeStatus);
  const state = stateOf(nodes);
  const stalled = pace?.stalled && state.state !== 'down' ? { state: 'stalled' as const, since: pace.movedAt } : state;
  return { network, ...stalled, checkedAt, nodes };
}

export const unknownStatus = (network: string, checkedAt: number | undefined): NetworkStatus => ({
  network,
  state: 'unknown',
  since: undefined,
  checkedAt,
  nodes: [],
});

const nodeStatus = ({ up, behind, since, height, lag, lagMs }: NodeState, index: number): NodeStatus => ({
  name: publicNodeName(index),
  state: !up ? 'down' : behind ? 'behind' : 'up',
  since,
  height,
  lag,
  lagMs,
});

function stateOf(nodes: readonly NodeStatus[]): { readonly state: NetworkCondition; readonly since: number } {
  const start = (some: readonly NodeStatus[]) => Math.min(...some.map(({ since }) => since));
  const latest = Math.max(...nodes.map(({ since }) => since));
  if (nodes.every(({ state }) => state === 'up')) return { state: 'up', since: latest };
  if (nodes.every(({ state }) => state === 'down')) return { state: 'down', since: latest };
  const impaired = start(nodes.filter(({ state }) => state !== 'up'));
  const answering = start(nodes.filter(({ state }) => state !== 'down'));
  return { state: 'degraded', since: Math.max(impaired, answering) };
}
