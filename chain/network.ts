/**
 * The networks a node can stand for. The genesis hashes are the real ones, so that clients which tell networks apart
 * by them do so here too (docs.anza.xyz/clusters/available). Only devnet has a faucet.
 */
export const networks = {
  mainnet: { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', hasFaucet: false },
  devnet: { genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', hasFaucet: true },
} as const;

export type Network = keyof typeof networks;

export const networkNames: readonly Network[] = ['mainnet', 'devnet'];
