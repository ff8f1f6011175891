import { useNavigate, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import type { Endpoint } from '../../api/api.ts';

const name = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined));

/** What of the page stands in its address: the chosen chain and network; the first ones where there is none such. */
export const endpointsSearch = v.object({ chain: name, network: name });

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

/** The endpoint that the page's address names, and a way to choose another. */
export function useChosenEndpoint(
  endpoints: readonly Endpoint[],
): [chosen: Endpoint | undefined, choose: (place: Pick<Endpoint, 'chain'> & Partial<Endpoint>) => void] {
  const wanted = useSearch({ from: '/signed-in/endpoints' });
  const navigate = useNavigate();
  const choose = ({ chain, network }: Pick<Endpoint, 'chain'> & Partial<Endpoint>) =>
    void navigate({ to: '/endpoints', search: { chain, network }, replace: true, resetScroll: false });
  return [chosenEndpoint(endpoints, wanted), choose];
}
