import type { Chain } from '../chains/chain.ts';
import { serves } from '../chains/served.ts';
import type { Upstream, Upstreams } from '../network.ts';

const servesAll = ({ methods, exceptMethods }: Upstream): boolean => !methods && !exceptMethods;

/** The nodes of each network that serve a method. */
export class ServedMethods {
  readonly #upstreams: Upstreams;
  /** By the network and which of its nodes are in it, so that the same nodes are the same array. */
  readonly #subsets = new Map<string, readonly Upstream[]>();

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  /** In order of preference. The same array for all methods that the same nodes serve. */
  nodesFor(network: string, chain: Pick<Chain, 'methods'>, method: string): readonly Upstream[] {
    const all = this.#upstreams[network] ?? [];
    if (all.every(servesAll)) return all;
    const serving = all.map((node) => serves(node, chain, method));
    if (serving.every(Boolean)) return all;
    const key = `${network} ${serving.map(Number).join('')}`;
    const known = this.#subsets.get(key);
    if (known) return known;
    const nodes = all.filter((_, index) => serving[index]);
    this.#subsets.set(key, nodes);
    return nodes;
  }
}
