import type { Chain } from './chains/chain.ts';
import { chains } from './chains/chains.ts';
import type { Method } from './chains/methods.ts';
import type { Network, NetworkMethods } from './network.ts';

type OwnSettings = Omit<Network, 'path' | 'network' | 'upstreams'>;

/** The chain of a network, with what the network's settings change. */
export function chainOfNetwork({ chain: id, methods, ...own }: OwnSettings): Chain {
  const chain = chains[id];
  const { maxLagSeconds, stalledAfterSeconds } = own;
  const expected = own[chain.identity.setting]?.toString();
  return {
    ...chain,
    ...(expected !== undefined && { expectedId: chain.identity.names[expected] ?? expected }),
    ...(maxLagSeconds !== undefined && { maxLagMs: maxLagSeconds * 1_000 }),
    ...(stalledAfterSeconds !== undefined && {
      stalledAfterMs: stalledAfterSeconds * 1_000 || Number.POSITIVE_INFINITY,
    }),
    ...(methods && withOwnMethods(chain, methods)),
  };
}

function withOwnMethods(chain: Chain, { reads = [], writes = [], unsupported = [] }: NetworkMethods) {
  // A method of the chain keeps what else is known of it.
  const added = (names: readonly string[], use: Method['use']) =>
    names.map((name): [string, Method] => [name, { ...unknownMethod, ...chain.methods.get(name), use }]);
  return {
    methods: new Map([...chain.methods, ...added(reads, 'read'), ...added(writes, 'write')]),
    unsupported: new Set(unsupported),
  };
}

const unknownMethod = { group: undefined, cost: 'medium', lagMatters: true } as const;
