import { type RpcRoute, routes } from '../rpc-routes.ts';
import type { Chain } from './chain.ts';
import { chains } from './chains.ts';

export function chainOf(network: string): Chain | undefined {
  const route = routes.find((candidate) => candidate.network === network);
  return route && chains[route.chain];
}

export const maxLagOf = (route: RpcRoute): number => route.maxLag ?? chains[route.chain].maxLag;

/** All methods that the chain does not list are tallied together, so that invented names cannot flood the tallies. */
export const otherMethod = 'other';

export const noMethod = 'none';

/** The record keeps the method itself. */
export function tallyName(network: string, method: string | undefined): string {
  if (method === undefined) return noMethod;
  return chainOf(network)?.methods.has(method) ? method : otherMethod;
}

export type TalliedErrorCode = number | 'other';

/** `other` for a missing code and for codes that the chain does not use. */
export const talliedErrorCode = (network: string, code: number | undefined): TalliedErrorCode =>
  code !== undefined && chainOf(network)?.errorCodes.has(code) ? code : 'other';
