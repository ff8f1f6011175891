import { useNavigate, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import type { EndpointName } from '../../format/chain-choices.ts';

const name = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined));

/** The search parameters of the page: the chosen chain, network and method. */
export const endpointsSearch = v.object({ chain: name, network: name, method: name });

/** What the user chose; what is missing falls back to the first. */
export type EndpointChoice = v.InferOutput<typeof endpointsSearch>;

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

/** The choice in the page's URL, and a function to change it. */
export function useEndpointChoice(): [choice: EndpointChoice, choose: (choice: EndpointChoice) => void] {
  const choice = useSearch({ from: '/framed/signed-in/endpoints' });
  const navigate = useNavigate();
  const choose = ({ chain, network, method }: EndpointChoice) =>
    void navigate({ to: '/endpoints', search: { chain, network, method }, replace: true, resetScroll: false });
  return [choice, choose];
}
