import { nodeNames, type Upstream, type Upstreams } from '../network.ts';
import { LimitedNode, type LimitedNodeDeps } from './limited-node.ts';

type NodeLimitsDeps = LimitedNodeDeps & { readonly random: () => number };

/** An item of DynamoDB takes 1,000 writes a second. Half of them is left for calls that are refused. */
const callsOfItem = 500;

/** The nodes with `callsPerSecond`. All others take every call. */
export class NodeLimits {
  readonly #nodes: ReadonlyMap<Upstream, readonly LimitedNode[]>;
  readonly #random: () => number;

  /** @param upstreams the same objects that {@link take} gets */
  constructor(upstreams: Upstreams, deps: NodeLimitsDeps) {
    this.#random = deps.random;
    this.#nodes = new Map(
      Object.entries(upstreams).flatMap(([network, nodes]) => {
        const names = nodeNames(nodes);
        return nodes.flatMap((node, index) =>
          node.callsPerSecond === undefined
            ? []
            : [[node, partsOf(`${network} ${names[index]}`, node.callsPerSecond, deps)] as const],
        );
      }),
    );
  }

  /** Counts calls, if they may be sent to the node together. Undefined for a node without a limit: they may be sent. */
  take(node: Upstream, accountId: string, calls: number): Promise<boolean> | undefined {
    return this.#anyPart(node)?.take(accountId, calls);
  }

  countCheck(node: Upstream, accountId: string): Promise<void> | undefined {
    return this.#anyPart(node)?.countCheck(accountId);
  }

  #anyPart(node: Upstream): LimitedNode | undefined {
    const parts = this.#nodes.get(node);
    return parts?.[Math.floor(this.#random() * parts.length)];
  }
}

/** A limit that is too large for one item is divided. */
function partsOf(name: string, limit: number, deps: LimitedNodeDeps): LimitedNode[] {
  const parts = Math.ceil(limit / callsOfItem);
  return Array.from({ length: parts }, (_, part) => {
    const calls = Math.floor((limit + part) / parts);
    return new LimitedNode(part === 0 ? name : `${name} ${part + 1}`, calls, deps);
  });
}
