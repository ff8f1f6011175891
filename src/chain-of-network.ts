import type { Chain } from './chains/chain.ts';
import { chains } from './chains/chains.ts';
import type { Method } from './chains/methods.ts';
import type { Network } from './network.ts';

/** The chain of a network, with the methods that the network's settings add or do not support. */
export function chainOfNetwork({ chain: id, methods }: Pick<Network, 'chain' | 'methods'>): Chain {
  const chain = chains[id];
  if (!methods) return chain;
  const { reads = [], writes = [], unsupported = [] } = methods;
  // A method of the chain keeps what else is known of it.
  const added = (names: readonly string[], use: Method['use']) =>
    names.map((name): [string, Method] => [name, { ...unknownMethod, ...chain.methods.get(name), use }]);
  return {
    ...chain,
    methods: new Map([...chain.methods, ...added(reads, 'read'), ...added(writes, 'write')]),
    unsupported: new Set(unsupported),
  };
}

const unknownMethod = { group: undefined, cost: 'medium', lagMatters: true } as const;
