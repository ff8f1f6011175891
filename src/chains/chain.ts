import type { ErrorRule } from './error-rules.ts';

/** To add a chain, add its id here, its file in this folder and its row in chains.ts. `npm run typecheck` names the other places. */
export const chainIds = ['solana', 'ethereum'] as const;

export type ChainId = (typeof chainIds)[number];

export type RpcError = { readonly code: number; readonly message: string };

/**
 * What a node's error says of that node alone. `behind`: it has not caught up. `missing`: another node may have the data.
 * `limited`: the operator's account there has reached a limit, or has not paid for the method.
 */
export type NodeFault = 'behind' | 'missing' | 'limited';

/** A call that asks a node about itself. */
export type NodeProbe<T> = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Returns undefined for a result that nodes of this chain do not give. */
  readonly read: (result: unknown) => T | undefined;
};

/** A blockchain protocol: everything that the gateway does differently for it. */
export type Chain = {
  /** The display name: `Solana`. */
  readonly name: string;
  /** The methods of its nodes. Tallies count all others as `other`. */
  readonly methods: ReadonlySet<string>;
  /** False for unknown methods too: they may write. Reads may go to several nodes, and before they are admitted. */
  readonly onlyReads: (method: string) => boolean;
  /** The JSON-RPC error codes of its nodes. Tallies count all others as `other`. */
  readonly errorCodes: ReadonlySet<number>;
  readonly health: NodeProbe<boolean>;
  /** How far the node has followed its chain. */
  readonly height: NodeProbe<number>;
  /** What heights count, in the plural. */
  readonly heightUnit: string;
  /** A node that is further behind the best node of its network is used last. A network can override it. */
  readonly maxLag: number;
  /** What the errors of its nodes mean. The first rule that matches applies; without one, the caller is at fault. */
  readonly errorRules: readonly ErrorRule[];
};

/** The error codes of JSON-RPC 2.0, section 5.1. */
export const standardErrorCodes: readonly number[] = [-32700, -32600, -32601, -32602, -32603];
