import type { EpochMs } from '../time.ts';
import type { ErrorSource } from './error-sources.ts';
import type { Methods } from './methods.ts';

/** `code` is undefined if the node gives none, or one that is not a number. */
export type RpcError = { readonly code?: number | undefined; readonly message: string };

/**
 * What a node's error says of that node alone. `behind`: it has not caught up. `missing`: it does not have the block,
 * state or transaction. `limited`: the operator's account there has reached a limit, or has not paid for the method.
 * `refused`: the node does not take the operator's credentials.
 */
export type NodeFault = 'behind' | 'missing' | 'limited' | 'refused';

/**
 * What an error of a node means: a {@link NodeFault} of this node alone, or an error that every node would give, because
 * the caller or the chain's state is the cause. An error without a rule is doubtful: another node is asked.
 */
export type ErrorRule = {
  readonly means: NodeFault | 'caller';
  readonly source: ErrorSource;
  readonly code?: number;
  /** Matches the message in lower case. With a code too, both must match. */
  readonly text?: RegExp;
};

/** The newest block, whatever its number is. */
export const newestBlock = Number.POSITIVE_INFINITY;

/** A call that asks a node about itself. */
export type NodeProbe<T> = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Returns undefined for a result that nodes of this chain do not give. */
  readonly read: (result: unknown) => T | undefined;
};

/** How a node says which chain it is on: Solana by the hash of the first block, Ethereum by a number. */
type ChainIdentity = NodeProbe<string> & {
  /** The setting of a network that says which chain it expects. */
  readonly setting: 'genesisHash' | 'chainId';
  /** Names that the setting may have instead. */
  readonly names: Readonly<Record<string, string>>;
};

/** A blockchain protocol: everything that the gateway does differently for it. */
export type Chain = {
  /** The display name: `Solana`. */
  readonly name: string;
  /** The methods of its nodes. Tallies count all others as `other`. */
  readonly methods: Methods;
  /** Methods that the operator of a network does not support. */
  readonly unsupported?: ReadonlySet<string>;
  /** The JSON-RPC error codes of its nodes. Tallies count all others as `other`. */
  readonly errorCodes: ReadonlySet<number>;
  readonly health: NodeProbe<boolean>;
  /**
   * When the node's newest block was made. For a chain whose nodes may say that they are not ready while they are: if
   * they do, this question decides.
   */
  readonly newestBlockTime?: NodeProbe<EpochMs>;
  /** A chain without a newer block than this, in ms, has stalled. A network can override it. */
  readonly stalledAfterMs: number;
  readonly identity: ChainIdentity;
  /** The only chain whose nodes are used, if the network's settings say it. */
  readonly expectedId?: string | undefined;
  /** How far the node has followed its chain. */
  readonly height: NodeProbe<number>;
  /**
   * Reads the height at which a result was made from the start of its text. Compared with {@link height}, which may be at an
   * older commitment: then a newer answer only looks newer.
   */
  readonly heightOfResult?: (start: string) => number | undefined;
  /** The oldest block that the node has. Providers may not offer it. */
  readonly earliest: NodeProbe<number>;
  /** Where the parameters of a method name a block: the position, from 0. */
  readonly blockParams: ReadonlyMap<string, number>;
  /** The block that such a parameter names, {@link newestBlock} for `latest`; undefined if it is a hash, or not valid. */
  readonly readBlock: (param: unknown) => number | undefined;
  /** What heights count, in the plural. */
  readonly heightUnit: string;
  /** How long a block takes, in ms, until watch has measured it. */
  readonly blockMs: number;
  /** A node that is further behind the best node of its network, in ms, is used last. A network can override it. */
  readonly maxLagMs: number;
  /** For how many blocks a transaction can be sent after the block that it names as recent. */
  readonly transactionBlocks?: number;
  /** What the errors of its nodes mean. The first rule that matches applies. */
  readonly errorRules: readonly ErrorRule[];
};

/** False for unknown methods too: they may write. Reads may go to several nodes, and before they are admitted. */
export const isRead = ({ methods }: Pick<Chain, 'methods'>, method: string): boolean =>
  methods.get(method)?.use === 'read';

/** Whether one of the methods needs state that only one node has. */
export const isPinned = ({ methods }: Pick<Chain, 'methods'>, names: readonly string[]): boolean =>
  names.some((name) => methods.get(name)?.use === 'pinned');

/** Whether a node that is behind may give a wrong answer to one of the methods. True for unknown methods. */
export const lagMatters = ({ methods }: Pick<Chain, 'methods'>, names: readonly string[]): boolean =>
  names.some((name) => methods.get(name)?.lagMatters ?? true);

/** JSON-RPC 2.0, section 5.1. */
export const methodNotFound = -32601;

/** The error codes of JSON-RPC 2.0, section 5.1. */
export const standardErrorCodes: readonly number[] = [-32700, -32600, methodNotFound, -32602, -32603];
