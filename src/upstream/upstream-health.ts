import type { Clock, EpochMs } from '../time.ts';

/** What the watch function found out about a node. */
export type WatchedNode = {
  readonly down: boolean;
  readonly behind: boolean;
  /** It is on another chain than its network, and is not used. */
  readonly wrongChain?: boolean;
  readonly checkedAt: EpochMs;
  /** Its height at that time, if known. */
  readonly height?: number | undefined;
  /** The oldest block that it has, if known. */
  readonly earliest?: number | undefined;
};

/** Finds what the watch function knows about a node; undefined if it has not checked recently. */
export type FindWatchedNode = (network: string, url: string) => WatchedNode | undefined;

/** What this process knows about a node. */
type NodeState = {
  readonly failures: number;
  readonly restsUntil: number;
  readonly behindUntil: number;
  readonly answeredAt: number;
};

type Node = { readonly url: string };

/** What the order of nodes depends on. */
type Asked = {
  /** False for calls whose answer an outdated node cannot spoil. Default: true. */
  readonly lagMatters?: boolean;
  /** Not sent to a node to find out whether it works again. */
  readonly isWrite?: boolean;
};

const ranks = { healthy: 0, behind: 1, down: 2, unproven: 3 } as const;

/** A node rests after this many such failures in a row. */
const failuresToRest = 3;
const firstRestMs = 5_000;
const longestRestMs = 60_000;
/** After this time, the watch function knows better whether the node is still behind. */
const behindMs = 15_000;

const initialState: NodeState = { failures: 0, restsUntil: 0, behindUntil: 0, answeredAt: 0 };

/**
 * Ranks nodes by the failures that this process saw and by the watch function's checks. A node that keeps failing
 * rests, twice as long each time. A resting node is still used after all others.
 */
export class UpstreamHealth {
  readonly #clock: Clock;
  readonly #watched: FindWatchedNode;
  readonly #nodes = new Map<string, NodeState>();

  constructor(clock: Clock, watched: FindWatchedNode = () => undefined) {
    this.#clock = clock;
    this.#watched = watched;
  }

  /** A failure that may be over with the next call, such as a connection that was reset. */
  failed(url: string): void {
    this.#fail(url, 1);
  }

  /** Makes a node rest at once, after a failure that no call can cause. */
  rest(url: string): void {
    this.#fail(url, failuresToRest);
  }

  behind(url: string): void {
    const now = this.#clock();
    this.#nodes.set(url, { ...initialState, behindUntil: now + behindMs, answeredAt: now });
  }

  succeeded(url: string): void {
    const behindUntil = this.#nodes.get(url)?.behindUntil ?? 0;
    this.#nodes.set(url, { ...initialState, behindUntil, answeredAt: this.#clock() });
  }

  /**
   * The nodes in the order in which to try them: healthy ones, then those that are behind, then failing ones. Nodes of
   * another chain are left out.
   */
  inOrder<N extends Node>(network: string, all: readonly N[], asked: Asked = {}): readonly N[] {
    const isWrong = ({ url }: Node) => this.#watched(network, url)?.wrongChain;
    const nodes = all.some(isWrong) ? all.filter((node) => !isWrong(node)) : all;
    if (nodes.length < 2) return nodes;
    const ranked = nodes.map((node) => ({ node, rank: this.#rank(network, node, asked) }));
    if (ranked.every(({ rank }) => rank === ranks.healthy)) return nodes;
    return ranked.sort((a, b) => a.rank - b.rank).map(({ node }) => node);
  }

  /** Checks that the node neither rests nor is down for the watch function. */
  isUsable(network: string, node: Node): boolean {
    return this.#rank(network, node, {}) <= ranks.behind;
  }

  /** The node's rest has ended, and nothing has shown since that it works again. */
  needsCheck({ url }: Node): boolean {
    const { failures, restsUntil } = this.#nodes.get(url) ?? initialState;
    return failures >= failuresToRest && restsUntil <= this.#clock();
  }

  /** Resting nodes rank last, by the end of their rest. */
  #rank(network: string, node: Node, { lagMatters = true, isWrite = false }: Asked): number {
    const { url } = node;
    const { restsUntil, behindUntil, answeredAt } = this.#nodes.get(url) ?? initialState;
    const now = this.#clock();
    if (restsUntil > now) return restsUntil;
    if (isWrite && this.needsCheck(node)) return ranks.unproven;
    const watched = this.#watched(network, url);
    // A node that has answered since that check is not down.
    if (watched?.down && answeredAt <= watched.checkedAt) return ranks.down;
    return lagMatters && (watched?.behind || behindUntil > now) ? ranks.behind : ranks.healthy;
  }

  #fail(url: string, minFailures: number): void {
    const state = this.#nodes.get(url) ?? initialState;
    const failures = Math.max(state.failures + 1, minFailures);
    const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (failures - failuresToRest));
    const restsUntil = failures < failuresToRest ? 0 : this.#clock() + restMs;
    this.#nodes.set(url, { ...state, failures, restsUntil });
  }
}
