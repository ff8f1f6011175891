import type { Chain } from '../chains/chain.ts';
import type { Upstream, Upstreams } from '../network.ts';
import type { MethodFaults } from './method-faults.ts';
import type { AnswerReading, NodeRequest } from './node-client.ts';
import { ServedMethods } from './served-methods.ts';
import type { FindWatchedNode, UpstreamHealth } from './upstream-health.ts';

type NodeOrderDeps = {
  readonly upstreams: Upstreams;
  readonly watched?: FindWatchedNode | undefined;
  readonly health: UpstreamHealth;
  readonly methodFaults: MethodFaults;
};

/** In which order nodes are tried: as the settings say, but healthy ones first, and those that fail with the method last. */
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
    const { network, chain, methods, use } = request;
    const [method = ''] = methods;
    const { watched, health, methodFaults } = this.#deps;
    const lagMatters = methods.some((name) => chain.methods.get(name)?.lagMatters ?? true);
    const preferred = fullHistoryFirst(this.serving(network, chain, method), request, watched);
    const nodes = health.inOrder(network, preferred, { lagMatters, isWrite: use !== 'read' });
    const isLast = ({ url }: Upstream) => methodFaults.isLast(url, methods);
    return nodes.some(isLast) ? [...nodes.filter((node) => !isLast(node)), ...nodes.filter(isLast)] : nodes;
  }
}

/**
 * Nodes whose history does not reach back to the oldest block that the request names are the last. If calls of the past
 * name no block, such as those for a transaction, nodes that the settings call an archive are the first: others would
 * answer that there is none.
 */
function fullHistoryFirst(
  nodes: readonly Upstream[],
  { network, chain, methods, oldestBlock: findOldestBlock }: NodeRequest<AnswerReading>,
  watched: FindWatchedNode | undefined,
): readonly Upstream[] {
  if (nodes.length < 2) return nodes;
  const earliestOf = ({ url, archive, earliestSlot }: Upstream): number =>
    archive ? 0 : (earliestSlot ?? watched?.(network, url)?.earliest ?? 0);
  const oldestBlock = findOldestBlock?.();
  const isOfThePast = methods.some((method) => chain.methods.get(method)?.group === 'history');
  const prefersArchive = oldestBlock === undefined && isOfThePast && nodes.some(({ archive }) => archive);
  const reaches = (node: Upstream): boolean =>
    oldestBlock === undefined ? !prefersArchive || node.archive === true : earliestOf(node) <= oldestBlock;
  return nodes.every(reaches) ? nodes : [...nodes.filter(reaches), ...nodes.filter((node) => !reaches(node))];
}
