import type { Upstream } from '../../src/network.ts';
import type { StartNode } from './chain-node.ts';

/** What `npm start` and the demo need of a chain. */
export type LocalChain = {
  readonly startNode: StartNode;
  /** Its node makes a block when there is a transaction, so that a network without a new block has not stalled. */
  readonly blocksOnDemand?: boolean;
  /** The demo's nodes: each serves some of the methods, at a price. One of them has a limit that a shell can reach. */
  readonly demoNodes: readonly Omit<Upstream, 'url'>[];
  /** Request bodies that the demo's keys send all the time, frequent ones more often; one has invalid parameters. */
  readonly demoRequests: readonly unknown[];
  /** The methods of the demo's week of usage. One of them is not a method of the chain, so it is tallied as `other`. */
  readonly demoMethods: readonly DemoMethod[];
};

/** A method, its median time at the node, and its network if only one has it. */
type DemoMethod = {
  readonly name: string;
  readonly weight: number;
  readonly medianMs: number;
  readonly network?: string;
};

export const call = (method: string, params?: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params && { params }),
});

export const times = (count: number, body: unknown): unknown[] => Array.from({ length: count }, () => body);
