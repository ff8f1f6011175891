import type { Chain, ChainId } from './chain.ts';
import { ethereum } from './ethereum.ts';
import { solana } from './solana.ts';

export const chains: Readonly<Record<ChainId, Chain>> = { solana, ethereum };
