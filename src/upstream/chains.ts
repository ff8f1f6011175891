import { routes } from '../routes.ts';
import { solanaMethods, solanaReads, solanaWrites } from './solana.ts';

type OfChains<T> = Readonly<Record<string, T>>;

// Apart, so that the proxy does not carry the list of all methods.
const methods: OfChains<ReadonlySet<string>> = { solana: solanaMethods };
const writes: OfChains<ReadonlySet<string>> = { solana: solanaWrites };
const reads: OfChains<RegExp> = { solana: solanaReads };

function ofNetwork<T>(chains: OfChains<T>, network: string): T | undefined {
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

/**
 * Whether a call is known to change nothing, so that it does no harm where it should never have been sent. A method nobody
 * knows may do anything.
 */
export const onlyReads = (network: string, method: string): boolean => ofNetwork(reads, network)?.test(method) ?? false;
