import type { Chain } from '../chains/chain.ts';
import type { EpochMs } from '../time.ts';
import { requiredChainId } from './chain-identity.ts';
import { type HeightAt, heightAt, nextPace } from './chain-pace.ts';
import type { CheckedNode, NetworkState, NodeCheckResult, NodeState } from './network-state.ts';

/** Consecutive failed checks after which a node is down, so that one lost request does not move traffic. */
const failuresUntilDown = 2;

type Limits = Pick<Chain, 'blockMs' | 'maxLagMs' | 'stalledAfterMs' | 'expectedId'>;

/** The state of a network after a check of its nodes. */
export function nextNetworkState(
  network: string,
  previous: NetworkState | undefined,
  checked: readonly CheckedNode[],
  chain: Limits,
  checkedAt: EpochMs,
): NetworkState {
  const before = previous?.nodes ?? [];
  const chainId = requiredChainId(
    chain.expectedId,
    previous?.chainId,
    checked.map((node) => chainIdOf(node, stateOf(before, node))),
  );
  const limits = { ...chain, blockMs: previous?.pace?.blockMs ?? chain.blockMs, chainId };
  const heights = checked.flatMap((node): HeightOnChain[] => {
    const { result } = node;
    const state = stateOf(before, node);
    if (!result.answered || result.height === undefined || isWrong(node, state, chainId)) return [];
    return [{ height: result.height, at: result.heightAt ?? checkedAt, chainId: chainIdOf(node, state) }];
  });
  const pace = nextPace(previous?.pace, bestHeight(ofSameChain(heights, heights[0]), limits.blockMs), limits);
  const nodes = updateNodeStates(before, checked, limits, checkedAt);
  return { network, checkedAt, nodes, ...(chainId !== undefined && { chainId }), ...(pace && { pace }) };
}

/** `chainId`: undefined if the node does not say its chain. */
type HeightOnChain = HeightAt & { readonly chainId: string | undefined };

/** While it is open which chain is right, heights of different ones say nothing about each other. */
const ofSameChain = <H extends HeightOnChain>(heights: readonly H[], one: HeightOnChain | undefined): H[] =>
  heights.filter(({ chainId }) => !chainId || !one?.chainId || chainId === one.chainId);

const stateOf = (states: readonly NodeState[], node: Pick<NodeState, 'name' | 'url'>): NodeState | undefined =>
  states.find(({ name, url }) => name === node.name && url === node.url);

const chainIdOf = ({ result }: CheckedNode, before: NodeState | undefined): string | undefined =>
  (result.answered ? result.chainId?.value : undefined) ?? before?.chainId;

/** A node that does not say its chain is not on a wrong one. */
function isWrong(node: CheckedNode, before: NodeState | undefined, required: string | undefined): boolean {
  const chainId = chainIdOf(node, before);
  return chainId !== undefined && required !== undefined && chainId !== required;
}

/** When a node counts as behind. `blockMs`: how long a block takes. `chainId`: the chain on which it must be. */
type LagLimits = {
  readonly maxLagMs: number;
  readonly blockMs: number;
  readonly chainId?: string | undefined;
};

/**
 * - **Down**: the last two checks failed. After one failure the node keeps its state; a new node is up.
 * - **Behind**: more than `maxLagMs` behind the best node that is up, or the node says so. It ends within half of
 *   `maxLagMs`, so that a node near the limit does not change its state with every check.
 * - **On a wrong chain**: its height counts for nobody; while that is open, for nodes of its own chain only.
 *
 * The best height includes that of a node that failed once, or else the others would look up to date until the next check.
 */
export function updateNodeStates(
  previous: readonly NodeState[],
  checked: readonly CheckedNode[],
  limits: LagLimits,
  now: EpochMs,
): NodeState[] {
  const nodes = checked.map((node) => {
    const before = stateOf(previous, node);
    const wrongChain = isWrong(node, before, limits.chainId);
    const height = wrongChain ? undefined : heightOf(node.result, before, now);
    return { node, before, wrongChain, height: height && { ...height, chainId: chainIdOf(node, before) } };
  });
  const heights = nodes.flatMap(({ height }) => height ?? []);
  return nodes.map(({ node, before, wrongChain, height }) => {
    const best = bestHeight(ofSameChain(heights, height), limits.blockMs);
    const lag = best && height && blocksBetween(height, best, limits.blockMs);
    const state = wrongChain ? wrongState(node) : nextState(node, before, lag, limits);
    const changed = before?.up !== state.up || before.behind !== state.behind;
    return { ...state, ...furtherState(node, before, now), since: changed ? now : before.since };
  });
}

const wrongState = ({ name, url, result }: CheckedNode): Omit<NodeState, 'since'> => ({
  ...{ name, url, up: false, behind: false, wrongChain: true, failures: 0 },
  ...(result.answered ? { height: result.height, reason: 'wrong_chain' } : { reason: result.reason }),
});

/** The height of the node that is furthest, if each moves on with the chain from when it reported its height. */
function bestHeight(heights: readonly HeightAt[], blockMs: number): HeightAt | undefined {
  const isFurther = (one: HeightAt, other: HeightAt) => heightAt(one, other.at, blockMs) > other.height;
  return heights.reduce<HeightAt | undefined>((best, one) => (best && !isFurther(one, best) ? best : one), undefined);
}

/** A node that reports its height some seconds later than another one has had more time. */
const blocksBetween = (height: HeightAt, best: HeightAt, blockMs: number): number =>
  Math.max(0, Math.round(heightAt(best, height.at, blockMs) - height.height));

/** How far back the node goes, and its chain: the last answers that it gave. */
function furtherState(node: CheckedNode, before: NodeState | undefined, now: EpochMs): Partial<NodeState> {
  const { earliest, chainId } = node.result.answered ? node.result : {};
  const earliestAt = earliest ? now : before?.earliestAt;
  const chainIdAt = chainId ? now : before?.chainIdAt;
  return {
    ...(earliestAt !== undefined && { earliest: earliest ? earliest.value : before?.earliest, earliestAt }),
    ...(chainIdAt !== undefined && { chainId: chainIdOf(node, before), chainIdAt }),
  };
}

/** A node's history is pruned slowly. */
const earliestMaxAgeMs = 3_600_000;

/** Whether to ask a node how far back it goes: once an hour. */
export const isEarliestDue = (before: NodeState | undefined, now: EpochMs): boolean =>
  before?.earliestAt === undefined || now - before.earliestAt >= earliestMaxAgeMs;

function heightOf(result: NodeCheckResult, before: NodeState | undefined, now: EpochMs): HeightAt | undefined {
  const height = result.answered ? result.height : isDownAfterFailure(before) ? undefined : before?.height;
  return height === undefined ? undefined : { height, at: (result.answered ? result.heightAt : undefined) ?? now };
}

const isDownAfterFailure = (before: NodeState | undefined): boolean => (before?.failures ?? 0) + 1 >= failuresUntilDown;

function nextState(
  { name, url, result }: CheckedNode,
  before: NodeState | undefined,
  measured: number | undefined,
  { maxLagMs, blockMs }: LagLimits,
): Omit<NodeState, 'since'> {
  if (!result.answered) return { name, url, ...failedState(before), reason: result.reason };
  const { height, saysBehind } = result;
  // A node that says that it is behind does not say how far: assume at least the smallest lag that counts.
  const lag = saysBehind ? Math.max(measured ?? 0, Math.floor(maxLagMs / blockMs) + 1) : measured;
  const lagMs = lag === undefined ? undefined : Math.round(lag * blockMs);
  const behind = lagMs !== undefined && lagMs > (before?.behind ? maxLagMs / 2 : maxLagMs);
  return { name, url, up: true, behind, height, lag, lagMs, failures: 0, reason: behind ? 'behind' : undefined };
}

function failedState(before: NodeState | undefined): Omit<NodeState, 'name' | 'url' | 'since'> {
  const failures = (before?.failures ?? 0) + 1;
  if (!before || isDownAfterFailure(before)) return { up: !before, behind: false, failures };
  const { behind, height, lag, lagMs } = before;
  return { up: true, behind, height, lag, lagMs, failures };
}
