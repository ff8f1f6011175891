import type { ChainId } from '../../../src/chains/chain.ts';
import type { StartNode } from './chain-node.ts';
import { startEthereumNode } from './ethereum.ts';
import { startSolanaNode } from './solana.ts';

/** The local node for networks of each chain. */
export const chainNodes: Readonly<Record<ChainId, StartNode>> = {
  solana: startSolanaNode,
  ethereum: startEthereumNode,
};
