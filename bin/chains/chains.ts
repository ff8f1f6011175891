import type { ChainId } from '../../src/chains/chains.ts';
import { ethereum } from './ethereum.ts';
import type { LocalChain } from './local-chain.ts';
import { solana } from './solana.ts';

export const localChains: Readonly<Record<ChainId, LocalChain>> = { solana, ethereum };
