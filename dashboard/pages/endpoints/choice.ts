/** What of an endpoint a choice is made by. */
type Place = { readonly chain: string; readonly network: string };

/**
 * The endpoint that an address of the page names: where its chain or network is none of these, the first of the chain,
 * and else the first of all. Undefined only where there is none.
 */
export function chosenEndpoint<E extends Place>(endpoints: readonly E[], wanted: Partial<Place>): E | undefined {
  const ofChain = endpoints.filter(({ chain }) => chain === wanted.chain);
  const candidates = ofChain.length > 0 ? ofChain : endpoints;
  return candidates.find(({ network }) => network === wanted.network) ?? candidates[0];
}

/** The chains of these endpoints, each once, in their order. */
export const chainsOf = (endpoints: readonly Place[]): string[] => [...new Set(endpoints.map(({ chain }) => chain))];

/** A chain's or network's name as a word of its own: `Mainnet`. */
export const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
