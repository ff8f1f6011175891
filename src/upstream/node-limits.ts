import { nodeNames, type Upstream, type Upstreams } from '../network.ts';
import { LimitedNode, type LimitedNodeDeps } from './limited-node.ts';

/** The nodes with `callsPerSecond`. All others take every call. */
export class NodeLimits {
  readonly #nodes: ReadonlyMap<Upstream, LimitedNode>;

  /** @param upstreams the same objects that {@link take} gets */
  constructor(upstreams: Upstreams, deps: LimitedNodeDeps) {
    this.#nodes = new Map(
      Object.entries(upstreams).flatMap(([network, nodes]) => {
        const names = nodeNames(nodes);
        return nodes.flatMap((node, index) =>
          node.callsPerSecond === undefined
            ? []
            : [[node, new LimitedNode(`${network} ${names[index]}`, node.callsPerSecond, deps)] as const],
        );
      }),
    );
  }

  /** Whether calls may be sent to the node together, which counts them. */
  take(node: Upstream, calls: number): boolean {
    return this.#nodes.get(node)?.take(calls) ?? true;
  }

  countCheck(node: Upstream): void {
    this.#nodes.get(node)?.countCheck();
  }
}
