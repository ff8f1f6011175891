import type { Clock } from '../time.ts';

/** What the watch function has found of a node, and when (ms since the epoch). */
export type WatchedNode = { readonly down: boolean; readonly behind: boolean; readonly checkedAt: number };

/** What the watch function has found of a node of a network; undefined where it has not looked lately. */
export type FindWatchedNode = (network: string, url: string) => WatchedNode | undefined;

/** What this process has seen of a node. Times are in ms since the epoch. */
type NodeState = {
  readonly failures: number;
  readonly restsUntil: number;
  readonly behindUntil: number;
  readonly answeredAt: number;
};

type Node = { readonly url: string };

/** A node rests after so many failures in a row, where one alone could have been the call's fault. */
const failuresToRest = 3;
const firstRestMs = 5_000;
const longestRestMs = 60_000;
/** A node that has said that it is behind is used last for as long; the watch function says more by then. */
const behindMs = 15_000;

const unseen: NodeState = { failures: 0, restsUntil: 0, behindUntil: 0, answeredAt: 0 };

/**
 * Which nodes are healthy: what this process has seen fail, beside what the watch function has found. A node that keeps
 * failing rests, each time for twice as long. It is still used, after all others.
 */
export class UpstreamHealth {
  readonly #clock: Clock;
  readonly #watched: FindWatchedNode;
  readonly #nodes = new Map<string, NodeState>();

  constructor(clock: Clock, watched: FindWatchedNode = () => undefined) {
    this.#clock = clock;
    this.#watched = watched;
  }

  /** A failure that one call alone could have caused. */
  failed(url: string): void {
    this.#fail(url, 1);
  }

  /** A failure that no call can cause: the node rests at once. */
  rest(url: string): void {
    this.#fail(url, failuresToRest);
  }

  /** The node said that it is behind its chain. */
  behind(url: string): void {
    const now = this.#clock();
    this.#nodes.set(url, { ...unseen, behindUntil: now + behindMs, answeredAt: now });
  }

  succeeded(url: string): void {
    const behindUntil = this.#nodes.get(url)?.behindUntil ?? 0;
    this.#nodes.set(url, { ...unseen, behindUntil, answeredAt: this.#clock() });
  }

  /** The nodes in the order to try them: healthy ones, then those that are behind, then failing ones. */
  inOrder<N extends Node>(network: string, nodes: readonly N[]): readonly N[] {
    if (nodes.length < 2) return nodes;
    const ranked = nodes.map((node) => ({ node, rank: this.#rank(network, node) }));
    if (ranked.every(({ rank }) => rank === 0)) return nodes;
    return ranked.sort((a, b) => a.rank - b.rank).map(({ node }) => node);
  }

  /** 0 for a healthy node, 1 for one that is behind; failing ones come after, by the end of their rest. */
  #rank(network: string, { url }: Node): number {
    const { restsUntil, behindUntil, answeredAt } = this.#nodes.get(url) ?? unseen;
    const now = this.#clock();
    if (restsUntil > now) return restsUntil;
    const watched = this.#watched(network, url);
    // A node that has answered since then is not down.
    if (watched?.down && answeredAt <= watched.checkedAt) return 2;
    return watched?.behind || behindUntil > now ? 1 : 0;
  }

  #fail(url: string, atLeast: number): void {
    const seen = this.#nodes.get(url) ?? unseen;
    const failures = Math.max(seen.failures + 1, atLeast);
    const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (failures - failuresToRest));
    const restsUntil = failures < failuresToRest ? 0 : this.#clock() + restMs;
    this.#nodes.set(url, { ...seen, failures, restsUntil });
  }
}
