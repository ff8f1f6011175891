import { isArrayOf, isBoolean, isNumber, isObjectOf, isOptional, isString, type Schema } from '../schema.ts';
import type { EpochMs } from '../time.ts';

/** Why a node failed its last check; `behind` for a node that answers with outdated data. */
export type NodeProblem =
  | 'unreachable'
  | 'timeout'
  /** An HTTP status other than 200, such as 429 or 503, without a refusal of the question. */
  | 'refused'
  /** 401, 402 or 403: the node rejects the operator's credentials. */
  | 'credentials_rejected'
  | 'no_credentials'
  | 'not_json_rpc'
  /** The node answers with an error that does not say that it is behind. */
  | 'unhealthy'
  | 'behind';

export type NodeState = {
  /** From `nodeNames` (network.ts). */
  readonly name: string;
  /** The configured URL, which is public. A URL from a secret is never stored. */
  readonly url: string;
  readonly up: boolean;
  /** The node answers, but is too far behind the best node of its network, or says so itself. */
  readonly behind: boolean;
  readonly height?: number | undefined;
  readonly lag?: number | undefined;
  /** The oldest block that the node has, and when watch asked for it. */
  readonly earliest?: number | undefined;
  readonly earliestAt?: EpochMs | undefined;
  readonly failures: number;
  /** When `up` or `behind` last changed. */
  readonly since: EpochMs;
  /** The {@link NodeProblem} of the last check, or a value that only another version of the code knows. */
  readonly reason?: string | undefined;
};

/** Watch checks once a minute. After three minutes without a result it has stopped, and its last one is outdated. */
export const stateMaxAgeMs = 180_000;

/** The item of a network in the table Networks, with its nodes in order of preference. Only watch writes it. */
export type NetworkState = {
  readonly network: string;
  readonly checkedAt: number;
  readonly nodes: readonly NodeState[];
};

const isNodeState: Schema<NodeState> = isObjectOf({
  name: isString,
  url: isString,
  up: isBoolean,
  behind: isBoolean,
  height: isOptional(isNumber),
  lag: isOptional(isNumber),
  earliest: isOptional(isNumber),
  earliestAt: isOptional(isNumber),
  failures: isNumber,
  since: isNumber,
  reason: isOptional(isString),
});

export const isNetworkState: Schema<NetworkState> = isObjectOf({
  network: isString,
  checkedAt: isNumber,
  nodes: isArrayOf(isNodeState),
});

export type NodeCheckResult =
  | {
      readonly answered: true;
      readonly height?: number | undefined;
      readonly saysBehind: boolean;
      /** The answer to the question for the oldest block, if it was asked; undefined in it if the node does not say. */
      readonly earliest?: { readonly block: number | undefined } | undefined;
    }
  | { readonly answered: false; readonly reason: NodeProblem; readonly status?: number | undefined };

export type CheckedNode = { readonly name: string; readonly url: string; readonly result: NodeCheckResult };

/** Consecutive failed checks after which a node is down, so that one lost request does not move traffic. */
const failuresUntilDown = 2;

/**
 * - **Down**: the last two checks failed. After one failure the node keeps its state; a new node is up.
 * - **Behind**: more than `maxLag` behind the best node that is up, or the node says so. It ends within half of
 *   `maxLag`, so that a node near the limit does not change its state every minute.
 *
 * The best height includes that of a node that failed once, or else the others would look up to date for a minute.
 */
export function updateNodeStates(
  previous: readonly NodeState[],
  checked: readonly CheckedNode[],
  maxLag: number,
  now: number,
): NodeState[] {
  const nodes = checked.map((node) => ({
    node,
    before: previous.find(({ name, url }) => name === node.name && url === node.url),
  }));
  const best = Math.max(...nodes.map(({ node, before }) => heightOf(node.result, before) ?? Number.NEGATIVE_INFINITY));
  return nodes.map(({ node, before }) => {
    const state = nextState(node, before, best, maxLag);
    const changed = before?.up !== state.up || before.behind !== state.behind;
    return { ...state, ...historyOf(node.result, before, now), since: changed ? now : before.since };
  });
}

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

function heightOf(result: NodeCheckResult, before: NodeState | undefined): number | undefined {
  if (result.answered) return result.height;
  return isDownAfterFailure(before) ? undefined : before?.height;
}

const isDownAfterFailure = (before: NodeState | undefined): boolean => (before?.failures ?? 0) + 1 >= failuresUntilDown;

function nextState(
  { name, url, result }: CheckedNode,
  before: NodeState | undefined,
  best: number,
  maxLag: number,
): Omit<NodeState, 'since'> {
  if (!result.answered) return { name, url, ...failedState(before), reason: result.reason };
  const { height, saysBehind } = result;
  const limit = before?.behind ? maxLag / 2 : maxLag;
  const measured = height === undefined ? undefined : best - height;
  // A node that says that it is behind does not say how far: assume at least the smallest lag that counts.
  const lag = saysBehind ? Math.max(measured ?? 0, maxLag + 1) : measured;
  const behind = lag !== undefined && lag > limit;
  return { name, url, up: true, behind, height, lag, failures: 0, reason: behind ? 'behind' : undefined };
}

function failedState(before: NodeState | undefined): Omit<NodeState, 'name' | 'url' | 'since'> {
  const failures = (before?.failures ?? 0) + 1;
  if (isDownAfterFailure(before)) return { up: false, behind: false, failures };
  return { up: true, behind: before?.behind ?? false, height: before?.height, lag: before?.lag, failures };
}
