import { routes } from '../routes.ts';
import { solanaMethods, solanaWrites } from './solana.ts';

type Chain = { readonly methods: ReadonlySet<string>; readonly writes: ReadonlySet<string> };

const chains: Readonly<Record<string, Chain>> = {
  solana: { methods: solanaMethods, writes: solanaWrites },
};

function chainOf(network: string): Chain | undefined {
  const route = routes.find((candidate) => candidate.network === network);
  return route && chains[route.chain];
}

/** Whether the network's chain has a method of that name. */
export const isKnownMethod = (network: string, method: string): boolean =>
  chainOf(network)?.methods.has(method) ?? false;

/**
 * Whether a call may be sent twice without harm: every method but those that change the chain. A method nobody knows is
 * taken for a read, as a node that has it is asked once more only after a failure.
 */
export const isRead = (network: string, method: string): boolean => !chainOf(network)?.writes.has(method);
