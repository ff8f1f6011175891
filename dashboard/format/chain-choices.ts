import { capitalized } from './words.ts';

/** The part of an endpoint that identifies it. Names of networks are unique among all chains. */
export type EndpointName = { readonly chain: string; readonly network: string };

/** A network with its chain: `Solana mainnet`. */
export const endpointName = ({ chain, network }: EndpointName): string => `${capitalized(chain)} ${network}`;

/** The chains of some endpoints, in their order. */
export const chainsOf = (endpoints: readonly Pick<EndpointName, 'chain'>[]): readonly string[] => [
  ...new Set(endpoints.map(({ chain }) => chain)),
];

/** The endpoints of a chain; all of them without one. */
export const endpointsOf = <E extends EndpointName>(
  endpoints: readonly E[],
  chain: string | undefined,
): readonly E[] => (chain === undefined ? endpoints : endpoints.filter((endpoint) => endpoint.chain === chain));

/** The chain of a filter by network: that of the network, or the only one; undefined for all chains. */
export function chainOfFilter(endpoints: readonly EndpointName[], network: string | undefined): string | undefined {
  const chains = chainsOf(endpoints);
  if (chains.length === 1) return chains[0];
  return endpoints.find((endpoint) => endpoint.network === network)?.chain;
}
