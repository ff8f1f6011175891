import { isArrayOf, isBoolean, isNumber, isObjectOf, isOptional, isString, type Schema } from '../schema.ts';

/** Why a node failed its last check, or `behind` for one that answers with old data. */
export type NodeProblem =
  | 'unreachable'
  | 'timeout'
  /** An HTTP status other than 200, such as 429 or 503. */
  | 'refused'
  /** 401, 402 or 403: the node does not take the operator's credentials. */
  | 'credentials_rejected'
  /** The secret with the credentials cannot be read. */
  | 'no_credentials'
  | 'not_json_rpc'
  /** The node answers with an error that does not say that it is behind. */
  | 'unhealthy'
  | 'behind';

/** What watch knows of a node. */
export type NodeState = {
  /** See src/upstream-config.ts. */
  readonly name: string;
  /** The configured URL, which is public; a URL from a secret is never stored. */
  readonly url: string;
  readonly up: boolean;
  /** It answers, but too far behind the best node of its network, or says so itself. */
  readonly behind: boolean;
  readonly height?: number | undefined;
  /** Behind the best node, in the chain's unit. */
  readonly lag?: number | undefined;
  /** Failed checks in a row. */
  readonly failures: number;
  /** When `up` or `behind` last changed: milliseconds since the epoch. */
  readonly since: number;
  /** A {@link NodeProblem} of the last check. A reader of another version may find one that it does not know. */
  readonly reason?: string | undefined;
};

/** The item of a network in the table Networks: all of its nodes, in order of preference. Written by watch only. */
export type NetworkState = {
  /** The key. */
  readonly network: string;
  /** Milliseconds since the epoch. */
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
  failures: isNumber,
  since: isNumber,
  reason: isOptional(isString),
});

/** Whether what was read from the table is a network's state. */
export const isNetworkState: Schema<NetworkState> = isObjectOf({
  network: isString,
  checkedAt: isNumber,
  nodes: isArrayOf(isNodeState),
});

/** How a check of a node ended. */
export type NodeCheckResult =
  | {
      readonly answered: true;
      /** Undefined where the node does not tell it. */
      readonly height?: number | undefined;
      /** The node says itself that it is not up to date. */
      readonly saysBehind: boolean;
    }
  | { readonly answered: false; readonly reason: NodeProblem; readonly status?: number | undefined };

/** A node, and how its check ended. */
export type CheckedNode = { readonly name: string; readonly url: string; readonly result: NodeCheckResult };

/** A node counts as down after this many failed checks in a row, so that one lost request moves no traffic. */
const failuresUntilDown = 2;

type Judged = Omit<NodeState, 'since'>;

/**
 * The state of a network's nodes after a check.
 *
 * - **Down**: two checks in a row failed. After the first one the node keeps its state. One check that succeeds brings it
 *   back. A node that is new counts as up until then.
 * - **Behind**: more than `maxLag` behind the best node that is up, or the node says so itself. It is back once it is within
 *   half of `maxLag`, so that a node close to the limit does not go back and forth every minute.
 *
 * The best height is that of nodes that are up, with the last known height of one that failed once: otherwise the others
 * would look up to date for a minute.
 * @param previous the nodes' states after the last check
 * @param now ms since the epoch
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
    const judged = judge(node, before, best, maxLag);
    const changed = before?.up !== judged.up || before.behind !== judged.behind;
    return { ...judged, since: changed ? now : before.since };
  });
}

function heightOf(result: NodeCheckResult, before: NodeState | undefined): number | undefined {
  if (result.answered) return result.height;
  return isDown(before) ? undefined : before?.height;
}

/** Whether a node that has just failed counts as down. */
const isDown = (before: NodeState | undefined): boolean => (before?.failures ?? 0) + 1 >= failuresUntilDown;

function judge(
  { name, url, result }: CheckedNode,
  before: NodeState | undefined,
  best: number,
  maxLag: number,
): Judged {
  if (!result.answered) return { name, url, ...judgeFailed(before), reason: result.reason };
  const { height, saysBehind } = result;
  const limit = before?.behind ? maxLag / 2 : maxLag;
  const measured = height === undefined ? undefined : best - height;
  // The node does not say how far: at least so far that it counts.
  const lag = saysBehind ? Math.max(measured ?? 0, maxLag + 1) : measured;
  const behind = lag !== undefined && lag > limit;
  return { name, url, up: true, behind, height, lag, failures: 0, reason: behind ? 'behind' : undefined };
}

function judgeFailed(before: NodeState | undefined): Omit<Judged, 'name' | 'url'> {
  const failures = (before?.failures ?? 0) + 1;
  if (isDown(before)) return { up: false, behind: false, failures };
  return { up: true, behind: before?.behind ?? false, height: before?.height, lag: before?.lag, failures };
}
