import { type Chain, isPinned, lagMatters } from '../chains/chain.ts';
import type { Upstream, Upstreams } from '../network.ts';
import { orderByHistory } from './history-order.ts';
import type { MethodFaults } from './method-faults.ts';
import type { AnswerReading, NodeRequest } from './node-request.ts';
import { ServedMethods } from './served-methods.ts';
import type { FindWatchedNode, UpstreamHealth } from './upstream-health.ts';

type NodeOrderDeps = {
  readonly upstreams: Upstreams;
  readonly watched?: FindWatchedNode | undefined;
  readonly health: UpstreamHealth;
  readonly methodFaults: MethodFaults;
};

/**
 * In which order nodes are tried: as the settings say, but healthy ones first, and those that fail with the method last.
 * Methods whose state is in one node have one order: neither the block that a call names nor faults of one method move them.
 */
export class NodeOrder {
  readonly #deps: NodeOrderDeps;
  readonly #served: ServedMethods;

  constructor(deps: NodeOrderDeps) {
    this.#deps = deps;
    this.#served = new ServedMethods(deps.upstreams);
  }

  /** The nodes that serve a method, in the settings' order. The same array for all methods that the same nodes serve. */
  serving(network: string, chain: Chain, method: string): readonly Upstream[] {
    return this.#served.nodesFor(network, chain, method);
  }

  of(request: NodeRequest<AnswerReading>): readonly Upstream[] {
    const { network, chain, methods, accountId, use } = request;
    const [method = ''] = methods;
    const { watched, health, methodFaults } = this.#deps;
    const serving = this.serving(network, chain, method);
    const pinned = isPinned(chain, methods);
    const preferred = pinned ? serving : orderByHistory(serving, request, watched);
    const nodes = health.inOrder(network, preferred, {
      lagMatters: lagMatters(chain, methods),
      isWrite: use !== 'read',
    });
    if (pinned) return nodes;
    const isLast = ({ url }: Upstream) => methodFaults.isLast(url, { methods, accountId });
    return nodes.some(isLast) ? [...nodes.filter((node) => !isLast(node)), ...nodes.filter(isLast)] : nodes;
  }
}
