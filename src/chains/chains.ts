import type { Chain } from './chain.ts';
import { ethereum } from './ethereum.ts';
import { solana } from './solana.ts';

/** To add a chain, add its file here, by its id. `npm run typecheck` names the other places. */
export const chainIds = ['solana', 'ethereum'] as const;

export type ChainId = (typeof chainIds)[number];

export const chains: Readonly<Record<ChainId, Chain>> = { solana, ethereum };
