import type { Route } from '../rpc-routes.ts';
import { chainOf, chains } from './chains.ts';

/** How far a node of the route's network may be behind the best one, in the chain's unit: the network's setting, or the chain's. */
export const maxLagOf = (route: Route): number => route.maxLag ?? chains[route.chain].maxLag;

/** Methods that the chain does not know, together: nobody can flood the tallies with made-up names. */
export const otherMethod = 'other';

/** Requests in which no method could be read. */
export const noMethod = 'none';

/** The name that a call's method is tallied under; the record keeps the method itself. */
export function tallyName(network: string, method: string | undefined): string {
  if (method === undefined) return noMethod;
  return chainOf(network)?.methods.has(method) ? method : otherMethod;
}
