import type { Chain } from './chains/chain.ts';
import { chains } from './chains/chains.ts';
import type { Network } from './network.ts';

type ChainOfNetwork = Pick<Network, 'network' | 'chain'>;

/** All methods that the chain does not list are tallied together, so that invented names cannot flood the tallies. */
export const otherMethod = 'other';

export const noMethod = 'none';

export type TalliedErrorCode = number | 'other';

/** The chain of each network, and the names under which its calls are tallied. */
export class NetworkChains {
  readonly #chains: ReadonlyMap<string, Chain>;

  constructor(networks: readonly ChainOfNetwork[]) {
    this.#chains = new Map(networks.map(({ network, chain }) => [network, chains[chain]]));
  }

  /** Undefined for a network that the settings do not know (any more). */
  chainOf = (network: string): Chain | undefined => this.#chains.get(network);

  /** The record keeps the method itself. */
  tallyName = (network: string, method: string | undefined): string => {
    if (method === undefined) return noMethod;
    return this.chainOf(network)?.methods.has(method) ? method : otherMethod;
  };

  /** `other` for a missing code and for codes that the chain does not use. */
  talliedErrorCode = (network: string, code: number | undefined): TalliedErrorCode =>
    code !== undefined && this.chainOf(network)?.errorCodes.has(code) ? code : 'other';
}
