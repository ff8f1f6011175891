import * as v from 'valibot';
import type { Route } from '../../../src/routes.ts';

/** An RPC endpoint, as the API shows it. */
export const endpointShape = v.object({
  chain: v.string(),
  network: v.string(),
  url: v.pipe(v.string(), v.url(), v.description('Where to POST JSON-RPC calls')),
});

export type EndpointShape = v.InferOutput<typeof endpointShape>;

/** @param rpcUrl the RPC API's address, without a slash at its end */
export const toEndpointShape = ({ chain, network, path }: Route, rpcUrl: string): EndpointShape => ({
  chain,
  network,
  url: `${rpcUrl}${path}`,
});
