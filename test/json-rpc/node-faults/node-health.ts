/**
 * What a request shows about a node. `rests`: a failure that no call can cause. `asks`: one that the call may have caused,
 * so that the node is asked for its health.
 */
export type Showing = 'succeeds' | 'fails' | 'rests' | 'behind' | 'asks' | 'nothing';

/** The watch function's result for a node. */
export type Watched = { readonly down: boolean; readonly behind: boolean; readonly checkedAt: number };

type State = {
  failures: number;
  restsUntil: number;
  behindUntil: number;
  answeredAt: number;
  watched: Watched | undefined;
};

const failuresToRest = 3;
const firstRestMs = 5_000;
const longestRestMs = 60_000;
const behindMs = 15_000;

/** A process's knowledge about its nodes: failures, reports of being behind, and the watch function's results. */
export class NodeHealth {
  readonly #states: readonly State[];

  constructor(nodes: number) {
    this.#states = Array.from({ length: nodes }, () => ({
      failures: 0,
      restsUntil: 0,
      behindUntil: 0,
      answeredAt: 0,
      watched: undefined,
    }));
  }

  /**
   * Node indexes: healthy nodes, then those that are behind, down, and resting, the latter by the end of their rest. For
   * a write, nodes that have rested and not answered since come before those that rest.
   */
  order(now: number, isWrite: boolean): number[] {
    return this.#states
      .map((state, index) => ({ index, rank: rankOf(state, now, isWrite) }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ index }) => index);
  }

  /** Neither at rest nor down for the watch function. */
  isUsable(node: number, now: number): boolean {
    const state = this.#states[node];
    return state !== undefined && rankOf(state, now, false) < 2;
  }

  /** Its rest has ended, and it has not answered since. */
  needsCheck(node: number, now: number): boolean {
    const state = this.#states[node];
    return state !== undefined && hasRested(state, now);
  }

  watch(node: number, watched: Watched): void {
    const state = this.#states[node];
    if (state) state.watched = watched;
  }

  show(node: number, showing: Showing, now: number): void {
    const state = this.#states[node];
    if (!state || showing === 'nothing' || showing === 'asks') return;
    if (showing === 'fails' || showing === 'rests') {
      state.failures = Math.max(state.failures + 1, showing === 'rests' ? failuresToRest : 0);
      const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (state.failures - failuresToRest));
      state.restsUntil = state.failures < failuresToRest ? 0 : now + restMs;
      return;
    }
    // An answer ends a series of failures. Being behind only ends with time.
    state.failures = 0;
    state.restsUntil = 0;
    state.answeredAt = now;
    if (showing === 'behind') state.behindUntil = now + behindMs;
  }
}

const hasRested = ({ failures, restsUntil }: State, now: number): boolean =>
  failures >= failuresToRest && restsUntil <= now;

function rankOf(state: State, now: number, isWrite: boolean): number {
  const { restsUntil, behindUntil, answeredAt, watched } = state;
  if (restsUntil > now) return restsUntil;
  if (isWrite && hasRested(state, now)) return 3;
  if (watched?.down && answeredAt <= watched.checkedAt) return 2;
  return watched?.behind || behindUntil > now ? 1 : 0;
}
