import type { Log } from '../log.ts';
import { builtIn } from '../runtime/built-in.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import type { FindWatchedNode, WatchedNode } from '../upstream/upstream-health.ts';
import { isNetworkState, type NetworkState, stateMaxAgeMs } from './network-state.ts';

const { isNativeError } = builtIn('node:util/types');

export type NetworkStateCache = {
  /**
   * Undefined for a node that watch has not checked in the last three minutes. That a node is on another chain holds until
   * watch finds it on the right one.
   */
  readonly stateOf: FindWatchedNode;
  /** Never rejects. */
  load(): Promise<void>;
  /** Starts {@link load} in the background if the last one started at least 15 s ago. Never throws. */
  refreshIfDue(): void;
};

export type NetworkStateCacheDeps = {
  readonly table: Pick<ItemTable, 'get'>;
  readonly networks: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

/** A busy process knows the result of a check after 7.5 s on average, and after 15 s at the latest. */
const refreshMs = 15_000;

export function createNetworkStateCache({ table, networks, clock, log }: NetworkStateCacheDeps): NetworkStateCache {
  const states = new Map<string, NetworkState>();
  let nextRefreshAt = Number.NEGATIVE_INFINITY;

  // Sequential: parallel reads would open a connection per network, each with a TLS handshake.
  const readAll = async () => {
    for (const network of networks) {
      const item = await table.get({ network }, 'eventual');
      if (isNetworkState(item)) states.set(network, item);
      else if (item) log.warn('network_state_unreadable', { network });
    }
  };
  const load = async () => {
    nextRefreshAt = clock() + refreshMs;
    // If this fails, the cached states remain in use until they are too old.
    await readAll().catch((error: unknown) =>
      log.warn('network_states_not_read', { detail: isNativeError(error) ? error.name : typeof error }),
    );
  };
  return {
    load,
    refreshIfDue: () => void (clock() >= nextRefreshAt && load()),
    stateOf(network, url) {
      const state = states.get(network);
      const node = state && watchedNode(state, url);
      if (!node || clock() - state.checkedAt <= stateMaxAgeMs) return node;
      return node.wrongChain ? { ...node, down: false, behind: false } : undefined;
    },
  };
}

/**
 * Several nodes may share a URL with different credentials; one healthy node is enough for the URL, and one on another
 * chain too much.
 */
function watchedNode({ nodes, checkedAt }: NetworkState, url: string): WatchedNode | undefined {
  const found = nodes.filter((node) => node.url === url);
  if (found.length === 0) return undefined;
  const up = found.filter((node) => node.up);
  return {
    down: up.length === 0,
    behind: up.length > 0 && up.every(({ behind }) => behind),
    ...(found.some(({ wrongChain }) => wrongChain) && { wrongChain: true }),
    checkedAt,
    earliest: found[0]?.earliest,
  };
}
