import { routes } from '../rpc-routes.ts';
import type { Chain } from './chain.ts';
import { ethereum } from './ethereum.ts';
import { solana } from './solana.ts';

/** Every chain that networks can be of. A further chain is a file beside this one and a line here. */
export const chains = { solana, ethereum } satisfies Readonly<Record<string, Chain>>;

/** The id of a chain, as routes name it. */
export type ChainId = keyof typeof chains;

/** The chain of a network, or undefined for a network that no route has. */
export function chainOf(network: string): Chain | undefined {
  const route = routes.find((candidate) => candidate.network === network);
  return route && chains[route.chain];
}
