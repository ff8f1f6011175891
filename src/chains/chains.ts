import type { Chain } from './chain.ts';
import { ethereum } from './ethereum.ts';
import { solana } from './solana.ts';

/** To add a chain, add its file in this folder and a row here. `npm run typecheck` then names the other places. */
export const chains = { solana, ethereum } satisfies Readonly<Record<string, Chain>>;

export type ChainId = keyof typeof chains;
