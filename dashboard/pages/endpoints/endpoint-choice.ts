import { useNavigate, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import type { Endpoint } from '../../api/api.ts';

const name = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined));

/** The search parameters of the page: the chosen chain and network. */
export const endpointsSearch = v.object({ chain: name, network: name });

/** The part of an endpoint that identifies it. */
type EndpointName = { readonly chain: string; readonly network: string };

/**
 * The endpoint named in the page's URL. An unknown network falls back to the first of the chain, an unknown chain to the
 * first endpoint. Undefined only if there are no endpoints.
 */
export function chosenEndpoint<E extends EndpointName>(
  endpoints: readonly E[],
  requested: Partial<EndpointName>,
): E | undefined {
  const ofChain = endpoints.filter(({ chain }) => chain === requested.chain);
  const candidates = ofChain.length > 0 ? ofChain : endpoints;
  return candidates.find(({ network }) => network === requested.network) ?? candidates[0];
}

/** The chains of these endpoints without duplicates, in order. */
export const chainsOf = (endpoints: readonly EndpointName[]): string[] => [
  ...new Set(endpoints.map(({ chain }) => chain)),
];

/** A chain's or network's name, capitalized: `Mainnet`. */
export const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The endpoint named in the page's URL, and a function to choose another. */
export function useChosenEndpoint(
  endpoints: readonly Endpoint[],
): [chosen: Endpoint | undefined, choose: (endpoint: Pick<Endpoint, 'chain'> & Partial<Endpoint>) => void] {
  const requested = useSearch({ from: '/signed-in/endpoints' });
  const navigate = useNavigate();
  const choose = ({ chain, network }: Pick<Endpoint, 'chain'> & Partial<Endpoint>) =>
    void navigate({ to: '/endpoints', search: { chain, network }, replace: true, resetScroll: false });
  return [chosenEndpoint(endpoints, requested), choose];
}
