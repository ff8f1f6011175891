import { type Form, isFlag, isListOf, isNumber, isObjectOf, isOptional, isText } from '../form.ts';

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
  /** See src/node-names.ts. */
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

const isNodeState: Form<NodeState> = isObjectOf({
  name: isText,
  url: isText,
  up: isFlag,
  behind: isFlag,
  height: isOptional(isNumber),
  lag: isOptional(isNumber),
  failures: isNumber,
  since: isNumber,
  reason: isOptional(isText),
});

/** Whether what was read from the table is a network's state. */
export const isNetworkState: Form<NetworkState> = isObjectOf({
  network: isText,
  checkedAt: isNumber,
  nodes: isListOf(isNodeState),
});
