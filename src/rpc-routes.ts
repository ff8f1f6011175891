import type { ChainId } from './chains/chains.ts';

export type RpcRoute = {
  readonly path: string;
  readonly chain: ChainId;
  /** Unique among all chains; lower-case letters, digits and hyphens, for example `eth-mainnet`. */
  readonly network: string;
  /** A node that is further behind the network's best node is used last. Default: the chain's `maxLag`. */
  readonly maxLag?: number;
};

/**
 * All RPC endpoints; all take POST. To add a network of a known chain, add a row here and its upstreams in cdk.json.
 * The stack creates a route for each row, and the proxy finds the network by the request's route.
 */
export const routes: readonly RpcRoute[] = [
  { path: '/', chain: 'solana', network: 'mainnet' },
  { path: '/devnet', chain: 'solana', network: 'devnet' },
];

export const routeKey = (route: RpcRoute): string => `POST ${route.path}`;

/** The stack's output with a network's address, without hyphens for CloudFormation: `EthMainnetEndpoint`. */
export const endpointOutput = ({ network }: RpcRoute): string =>
  `${network.split('-').map(capitalized).join('')}Endpoint`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** By a route key of the HTTP API. */
export const networkOf = (key: string): string | undefined => routes.find((route) => routeKey(route) === key)?.network;
