/** A chain node of this machine. `stop` resolves when its process has ended. */
export type ChainNode = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a node for a network, on a free port; `onLine` hears what it has to say. */
export type StartNode = (network: string, onLine: (line: string) => void) => Promise<ChainNode>;

/** The chain node could not be started, or ended before it listened. */
export class ChainNodeError extends Error {
  override readonly name = 'ChainNodeError';
  readonly code = 'chain_node_failed';
}
