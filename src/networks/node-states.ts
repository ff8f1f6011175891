import type { Chain } from '../chains/chain.ts';
import type { EpochMs } from '../time.ts';
import { type HeightAt, heightAt, nextPace } from './chain-pace.ts';
import type { CheckedNode, NetworkState, NodeCheckResult, NodeState } from './network-state.ts';

/** Consecutive failed checks after which a node is down, so that one lost request does not move traffic. */
const failuresUntilDown = 2;

/** The state of a network after a check of its nodes. */
export function nextNetworkState(
  network: string,
  previous: NetworkState | undefined,
  checked: readonly CheckedNode[],
  chain: Pick<Chain, 'blockMs' | 'maxLagMs' | 'stalledAfterMs'>,
  checkedAt: EpochMs,
): NetworkState {
  const limits = { ...chain, blockMs: previous?.pace?.blockMs ?? chain.blockMs };
  const heights = checked.flatMap(({ result }): HeightAt[] => {
    if (!result.answered || result.height === undefined) return [];
    return [{ height: result.height, at: result.heightAt ?? checkedAt }];
  });
  const pace = nextPace(previous?.pace, bestHeight(heights, limits.blockMs), limits);
  const nodes = updateNodeStates(previous?.nodes ?? [], checked, limits, checkedAt);
  return { network, checkedAt, nodes, ...(pace && { pace }) };
}

/** When a node counts as behind. `blockMs`: how long a block takes. */
type LagLimits = { readonly maxLagMs: number; readonly blockMs: number };

/**
 * - **Down**: the last two checks failed. After one failure the node keeps its state; a new node is up.
 * - **Behind**: more than `maxLagMs` behind the best node that is up, or the node says so. It ends within half of
 *   `maxLagMs`, so that a node near the limit does not change its state with every check.
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
    const before = previous.find(({ name, url }) => name === node.name && url === node.url);
    return { node, before, height: heightOf(node.result, before, now) };
  });
  const best = bestHeight(
    nodes.flatMap(({ height }) => height ?? []),
    limits.blockMs,
  );
  return nodes.map(({ node, before, height }) => {
    const state = nextState(node, before, best && height && blocksBetween(height, best, limits.blockMs), limits);
    const changed = before?.up !== state.up || before.behind !== state.behind;
    return { ...state, ...historyOf(node.result, before, now), since: changed ? now : before.since };
  });
}

/** The height of the node that is furthest, if each moves on with the chain from when it reported its height. */
function bestHeight(heights: readonly HeightAt[], blockMs: number): HeightAt | undefined {
  const isFurther = (one: HeightAt, other: HeightAt) => heightAt(one, other.at, blockMs) > other.height;
  return heights.reduce<HeightAt | undefined>((best, one) => (best && !isFurther(one, best) ? best : one), undefined);
}

/** A node that reports its height some seconds later than another one has had more time. */
const blocksBetween = (height: HeightAt, best: HeightAt, blockMs: number): number =>
  Math.max(0, Math.round(heightAt(best, height.at, blockMs) - height.height));

/** How far back the node goes: the last answer that it gave. */
function historyOf(result: NodeCheckResult, before: NodeState | undefined, now: number): Partial<NodeState> {
  if (result.answered && result.earliest) return { earliest: result.earliest.block, earliestAt: now };
  return before?.earliestAt === undefined ? {} : { earliest: before.earliest, earliestAt: before.earliestAt };
}

/** A node's history is pruned slowly. */
const earliestMaxAgeMs = 3_600_000;

/** Whether to ask a node how far back it goes: once an hour. */
export const isEarliestDue = (previous: readonly NodeState[], node: Pick<NodeState, 'name' | 'url'>, now: number) => {
  const at = previous.find(({ name, url }) => name === node.name && url === node.url)?.earliestAt;
  return at === undefined || now - at >= earliestMaxAgeMs;
};

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
