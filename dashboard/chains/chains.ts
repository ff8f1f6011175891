import type { ChainId } from '../../src/chains/chains.ts';
import type { DashboardChain } from './dashboard-chain.ts';
import { ethereum } from './ethereum.ts';
import { solana } from './solana.ts';

const chains: Readonly<Record<ChainId, DashboardChain>> = { solana, ethereum };

const isChainId = (id: string): id is ChainId => Object.hasOwn(chains, id);

/** The chain with this id; undefined if this build of the dashboard does not know it. */
export const chainNamed = (id: string): DashboardChain | undefined => (isChainId(id) ? chains[id] : undefined);

/** The body of a first call to a chain: it checks the node's health. */
export const firstCallBody = (chain: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: chainNamed(chain)?.health ?? 'METHOD' });
