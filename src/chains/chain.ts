/** A JSON-RPC error as a node gives it. */
export type RpcError = { readonly code: number; readonly message: string };

/**
 * Why an error is the node's own: `behind` when it says that it has not caught up with its chain, `missing` when it does
 * not have (yet) what another node may have.
 */
export type NodeFault = 'behind' | 'missing';

/** A call that asks a node about itself, and how to read its result. */
export type Probe<T> = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Undefined for a result that a node of this chain does not give. */
  readonly read: (result: unknown) => T | undefined;
};

/** A blockchain protocol: everything that the gateway does differently for it. */
export type Chain = {
  /** As its people write it: `Solana`. */
  readonly name: string;
  /** The methods of its nodes. Tallies name these, and count all others as `other`. */
  readonly methods: ReadonlySet<string>;
  /**
   * Whether a method is known to change nothing, so that it may be sent to several nodes, and before its call is admitted.
   * False for a method that the chain does not list: it may write.
   */
  readonly onlyReads: (method: string) => boolean;
  /** Whether the node says that it is healthy. */
  readonly health: Probe<boolean>;
  /** How far the node has come on its chain. */
  readonly height: Probe<number>;
  /** What heights count, in the plural. */
  readonly heightUnit: string;
  /** A node that is behind the best one of its network by more than this is used last, unless the network says otherwise. */
  readonly maxLag: number;
  /** Why another node may answer the call better; undefined for an error of the caller's, which every node would give. */
  readonly nodeFault: (error: RpcError) => NodeFault | undefined;
};
