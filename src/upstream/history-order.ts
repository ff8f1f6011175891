import { type Chain, newestBlock } from '../chains/chain.ts';
import type { Upstream } from '../network.ts';
import type { FindWatchedNode } from './upstream-health.ts';

type Request = {
  readonly network: string;
  readonly chain: Chain;
  readonly methods: readonly string[];
  /** Returns the oldest block that a call of it names. */
  readonly oldestBlock?: (() => number | undefined) | undefined;
};

/** Blocks whose state every node keeps (geth keeps 128). */
const recentBlocks = 64;

/**
 * The nodes in the order of what they have.
 * - The newest blocks, which all nodes have: an archive, which costs the most, is the last.
 * - Older blocks: nodes that do not reach back to them are the last. For the state at such a block, an archive is the first:
 *   a node that has the block may not have its state any more.
 * - Calls of the past that name no block, such as those for a transaction: an archive is the first, if the settings name
 *   one. Others would answer that there is none.
 */
export function orderByHistory(
  nodes: readonly Upstream[],
  { network, chain, methods, oldestBlock: findOldestBlock }: Request,
  watched: FindWatchedNode | undefined,
): readonly Upstream[] {
  if (nodes.length < 2) return nodes;
  const oldest = findOldestBlock?.();
  const found = nodes.map((node) => ({ node, seen: watched?.(network, node.url) }));
  const isHistory = methods.some((method) => chain.methods.get(method)?.group === 'history');
  const height = Math.max(0, ...found.map(({ seen }) => seen?.height ?? 0));
  const isRecent = oldest === newestBlock || (height > 0 && oldest !== undefined && oldest > height - recentBlocks);
  const rank = ({ node: { archive = false, earliestSlot }, seen }: (typeof found)[number]): number => {
    if (oldest === undefined) return isHistory && !archive ? 1 : 0;
    if (!archive && (earliestSlot ?? seen?.earliest ?? 0) > oldest) return 2;
    if (isRecent) return archive ? 1 : 0;
    return isHistory || archive ? 0 : 1;
  };
  const ranked = found.map((one) => ({ node: one.node, rank: rank(one) }));
  if (ranked.every((one) => one.rank === ranked[0]?.rank)) return nodes;
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ node }) => node);
}
