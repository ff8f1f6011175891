import { routes } from '../routes.ts';
import { solanaMethods, solanaWrites } from './solana.ts';

type MethodsOfChains = Readonly<Record<string, ReadonlySet<string>>>;

// Apart, so that the proxy, which asks only for the writes, does not carry the list of all methods.
const methods: MethodsOfChains = { solana: solanaMethods };
const writes: MethodsOfChains = { solana: solanaWrites };

function ofNetwork(chains: MethodsOfChains, network: string): ReadonlySet<string> | undefined {
  const route = routes.find((candidate) => candidate.network === network);
  return route && chains[route.chain];
}

/** Whether the network's chain has a method of that name. */
export const isKnownMethod = (network: string, method: string): boolean =>
  ofNetwork(methods, network)?.has(method) ?? false;

/**
 * Whether a call may be sent twice without harm: every method but those that change the chain. A method nobody knows is
 * taken for a read, as a node that has it is asked once more only after a failure.
 */
export const isRead = (network: string, method: string): boolean => !ofNetwork(writes, network)?.has(method);
