import { chainOfNetwork } from '../chain-of-network.ts';
import { serves } from '../chains/served.ts';
import type { Network } from '../network.ts';
import { nodeDollarsOfCall } from './node-prices.ts';

export type NetworkCost = { readonly network: string; readonly dollarsPerMillion: number };

/** What a million usual calls cost at nodes, on the network where that is most. */
export const dearestNetwork = (networks: readonly Network[]): NetworkCost =>
  networks
    .map((network) => ({ network: network.network, dollarsPerMillion: usualDollarsPerMillion(network) }))
    .reduce((one, other) => (other.dollarsPerMillion > one.dollarsPerMillion ? other : one));

/** Usual calls are the chain's light reads, each as often as the others, at the first node that serves it. */
function usualDollarsPerMillion(network: Network): number {
  const chain = chainOfNetwork(network);
  const costs = [...chain.methods].flatMap(([method, { use, cost }]) => {
    const node = network.upstreams.find((one) => serves(one, chain, method));
    const isUsual = use === 'read' && cost === 'light' && !chain.unsupported?.has(method);
    return node && isUsual ? nodeDollarsOfCall(node, chain, method) : [];
  });
  return costs.length === 0 ? 0 : (costs.reduce((sum, cost) => sum + cost, 0) / costs.length) * 1e6;
}
