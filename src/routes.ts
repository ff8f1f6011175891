/** One RPC endpoint: a network of a chain, and the path under which the HTTP API offers it. */
export type Route = { readonly path: string; readonly chain: string; readonly network: string };

/**
 * Every RPC endpoint, one line each; all take POST. A further network or chain is a row here and its upstreams in
 * cdk.json. The stack makes a route of each row, and the proxy finds the network by the route the request came in on.
 */
export const routes: readonly Route[] = [
  { path: '/', chain: 'solana', network: 'mainnet' },
  { path: '/devnet', chain: 'solana', network: 'devnet' },
];

/** The HTTP API's route key, like `POST /devnet`. */
export const routeKey = (route: Route): string => `POST ${route.path}`;

/** The network behind a route key of the HTTP API, or undefined when no route has it. */
export const networkOf = (key: string): string | undefined => routes.find((route) => routeKey(route) === key)?.network;
