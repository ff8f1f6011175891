import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';

/** Valid names of networks. */
export const networkName = /^[a-z][a-z0-9-]*$/;

// Clients distinguish networks by their genesis hash, so the public networks have their real ones
// (docs.anza.xyz/clusters/available).
const publicHashes: ReadonlyMap<string, string> = new Map([
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
]);

/** The genesis hash of a network; for a network that is not public, a digest of its name. */
export const genesisHashOf = (network: string): string =>
  publicHashes.get(network) ?? getBase58Decoder().decode(createHash('sha256').update(network).digest());

/** Whether a network gives airdrops: all except mainnet. */
export const hasFaucet = (network: string): boolean => network !== 'mainnet';
