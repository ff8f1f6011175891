import { type EpochMs, hourMs } from '../time.ts';
import { isJump } from './chain-pace.ts';
import type { NetworkState, NodeState } from './network-state.ts';

/**
 * The chain on which a network's nodes must be. Without a setting: what all nodes say that say one. If they differ, what
 * they agreed on before, or what most of them say. Undefined if that leaves it open: one against one refuses nobody.
 */
export function requiredChainId(
  expected: string | undefined,
  agreed: string | undefined,
  said: readonly (string | undefined)[],
): string | undefined {
  if (expected !== undefined) return expected;
  const known = said.filter((id) => id !== undefined);
  const votes = (id: string) => known.filter((one) => one === id).length;
  const ofAll = known.find((id) => votes(id) === known.length);
  return ofAll ?? agreed ?? known.find((id) => votes(id) > known.length / 2);
}

/** Also those that contradict each other, while it is open which of them is right. */
export const nodesOnWrongChain = ({ nodes, chainId: required }: NetworkState): NodeState[] =>
  nodes.filter(({ wrongChain, chainId }) => wrongChain || (chainId !== undefined && required === undefined));

/**
 * Whether to ask a node for its chain: at its first check, once an hour, at once when its height jumps by more than an hour
 * of blocks, and as long as it is on a wrong one.
 */
export function isChainIdDue(
  before: NodeState | undefined,
  height: number | undefined,
  blockMs: number,
  now: EpochMs,
): boolean {
  if (before?.chainIdAt === undefined || before.wrongChain || now - before.chainIdAt >= hourMs) return true;
  return height !== undefined && before.height !== undefined && isJump(height - before.height, blockMs);
}
