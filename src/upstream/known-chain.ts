import { lagMatters } from '../chains/chain.ts';
import type { AnswerReading, NodeRequest } from './node-request.ts';
import type { FindWatchedNode, WatchedNode } from './upstream-health.ts';

/** The height of a network's chain some time ago, and how long a block takes. */
export type KnownPace = { readonly height: number; readonly ageMs: number; readonly blockMs: number };

/** What watch has found out about a network, as far as this process has read it. */
export type KnownChain = {
  readonly watched?: FindWatchedNode;
  /** Undefined if the pace is not known. */
  readonly paceOf?: (network: string) => KnownPace | undefined;
  /** A process that was idle knows an old state, and reads a newer one while its first call is under way. */
  readonly newerState?: (network: string) => Promise<unknown> | undefined;
};

/** What was known of a node when it was asked, and what is known when it has answered. */
export type KnownNode = { readonly before: WatchedNode | undefined; readonly now: WatchedNode | undefined };

/**
 * Whether a result is further behind the chain than the network allows. A result with a height is compared with the height
 * that the chain has now. Without one, the node counts, if it was not known to be behind when it was asked.
 */
export function isOutdated(
  { network, chain, methods, use }: NodeRequest<AnswerReading>,
  { outcome, height }: AnswerReading,
  { before, now }: KnownNode,
  { paceOf }: KnownChain,
): boolean {
  if (use !== 'read' || outcome !== 'answered' || !lagMatters(chain, methods)) return false;
  if (height === undefined) return !before?.behind && now?.behind === true;
  const pace = paceOf?.(network);
  return pace !== undefined && (pace.height - height) * pace.blockMs + pace.ageMs > chain.maxLagMs;
}
