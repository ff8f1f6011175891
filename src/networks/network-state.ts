import { isArrayOf, isBoolean, isNumber, isObjectOf, isOptional, isString, type Schema } from '../schema.ts';
import type { EpochMs } from '../time.ts';
import { type ChainPace, isChainPace } from './chain-pace.ts';

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
  /** The node answers, and is on another chain than the network. It is not used. */
  | 'wrong_chain'
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
  readonly lagMs?: number | undefined;
  /** The oldest block that the node has, and when watch asked for it. */
  readonly earliest?: number | undefined;
  readonly earliestAt?: EpochMs | undefined;
  /** The chain that it is on by its last answer, and when watch asked for it. */
  readonly chainId?: string | undefined;
  readonly chainIdAt?: EpochMs | undefined;
  /** It is on another chain. `up` is false then, for versions that do not know this. */
  readonly wrongChain?: boolean | undefined;
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
  /** The chain on which the network's nodes must be. Undefined while that is open. */
  readonly chainId?: string | undefined;
  /** Undefined while no node has reported its height. */
  readonly pace?: ChainPace | undefined;
};

const isNodeState: Schema<NodeState> = isObjectOf({
  name: isString,
  url: isString,
  up: isBoolean,
  behind: isBoolean,
  height: isOptional(isNumber),
  lag: isOptional(isNumber),
  lagMs: isOptional(isNumber),
  earliest: isOptional(isNumber),
  earliestAt: isOptional(isNumber),
  chainId: isOptional(isString),
  chainIdAt: isOptional(isNumber),
  wrongChain: isOptional(isBoolean),
  failures: isNumber,
  since: isNumber,
  reason: isOptional(isString),
});

export const isNetworkState: Schema<NetworkState> = isObjectOf({
  network: isString,
  checkedAt: isNumber,
  nodes: isArrayOf(isNodeState),
  chainId: isOptional(isString),
  pace: isOptional(isChainPace),
});

/** The answer to a question that is asked now and then; undefined in it if the node does not say. */
export type FurtherAnswer<T> = { readonly value: T | undefined };

export type NodeCheckResult =
  | {
      readonly answered: true;
      readonly height?: number | undefined;
      /** When it reported its height. Default: with the check. */
      readonly heightAt?: EpochMs | undefined;
      readonly saysBehind: boolean;
      /** The oldest block, and the chain, if they were asked for. */
      readonly earliest?: FurtherAnswer<number> | undefined;
      readonly chainId?: FurtherAnswer<string> | undefined;
    }
  | { readonly answered: false; readonly reason: NodeProblem; readonly status?: number | undefined };

export type CheckedNode = { readonly name: string; readonly url: string; readonly result: NodeCheckResult };
