import type { ChainId } from './chains/chains.ts';

/** One RPC endpoint: a network of a chain, and the path under which the HTTP API offers it. */
export type Route = {
  readonly path: string;
  readonly chain: ChainId;
  /** Unique among all chains; lower-case letters, digits and hyphens: `eth-mainnet`. */
  readonly network: string;
  /** How far a node may be behind the network's best one before it is used last; the chain's `maxLag` by default. */
  readonly maxLag?: number;
};

/**
 * Every RPC endpoint, one line each; all take POST. A further network is a row here and its upstreams in cdk.json. The
 * stack makes a route of each row, and the proxy finds the network by the route the request came in on.
 */
export const routes: readonly Route[] = [
  { path: '/', chain: 'solana', network: 'mainnet' },
  { path: '/devnet', chain: 'solana', network: 'devnet' },
];

/** The HTTP API's route key, like `POST /devnet`. */
export const routeKey = (route: Route): string => `POST ${route.path}`;

/** The stack's output with a network's address: `EthMainnetEndpoint` for `eth-mainnet`. CloudFormation allows no hyphens. */
export const endpointOutput = ({ network }: Route): string => `${network.split('-').map(capitalized).join('')}Endpoint`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The network behind a route key of the HTTP API, or undefined when no route has it. */
export const networkOf = (key: string): string | undefined => routes.find((route) => routeKey(route) === key)?.network;
