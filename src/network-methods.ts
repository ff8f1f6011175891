import { chainOfNetwork } from './chain-of-network.ts';
import { methodGroups } from './chains/methods.ts';
import { serves } from './chains/served.ts';
import type { Network } from './network.ts';

/** Methods of one group; those that only the settings name have no group. */
type MethodsOfGroup = { readonly group: string | undefined; readonly names: readonly string[] };

/** What a whole network serves: the known methods, by group, and whether some node takes unknown ones. */
export type ServedByNetwork = { readonly methods: readonly MethodsOfGroup[]; readonly otherMethods: boolean };

export function servedByNetwork(network: Pick<Network, 'chain' | 'methods' | 'upstreams'>): ServedByNetwork {
  const chain = chainOfNetwork(network);
  const served = [...chain.methods].filter(
    ([name]) => !chain.unsupported?.has(name) && network.upstreams.some((node) => serves(node, chain, name)),
  );
  const methods = [...methodGroups, undefined].map((group) => ({
    group,
    names: served.flatMap(([name, method]) => (method.group === group ? [name] : [])).toSorted(),
  }));
  return {
    methods: methods.filter(({ names }) => names.length > 0),
    otherMethods: network.upstreams.some((node) => node.methods === undefined),
  };
}
