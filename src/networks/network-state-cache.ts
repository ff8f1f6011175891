import { builtIn } from '../built-in.ts';
import type { Log } from '../log.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import type { FindWatchedNode, WatchedNode } from '../upstream/upstream-health.ts';
import { isNetworkState, type NetworkState } from './network-state.ts';

const { isNativeError } = builtIn('node:util/types');

/** What a process knows of nodes through watch, from memory. */
export type NetworkStateCache = {
  /** Undefined for a node that watch has not checked in the last three minutes. */
  readonly stateOf: FindWatchedNode;
  /** Reads the states of all networks. Never rejects. */
  load(): Promise<void>;
  /** Starts {@link load} in the background when the last one began 15 s ago or more. Never throws. */
  refreshIfDue(): void;
};

/** What network states are made with. */
export type NetworkStateCacheDeps = {
  readonly table: Pick<ItemTable, 'get'>;
  readonly networks: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

/** Half a minute after a check at the latest, on average after half of that, a busy process knows its result. */
const refreshMs = 15_000;

/** Watch checks once a minute: after three without a result it has stopped, and what it said last may be wrong. */
const maxAgeMs = 180_000;

/** Keeps the states of networks that watch writes to the table Networks. */
export function createNetworkStateCache({ table, networks, clock, log }: NetworkStateCacheDeps): NetworkStateCache {
  const states = new Map<string, NetworkState>();
  let nextRefreshAt = Number.NEGATIVE_INFINITY;

  // One after the other: together they would open a connection for each network, at a TLS handshake each.
  const readAll = async () => {
    for (const network of networks) {
      const item = await table.get({ network }, 'eventual');
      if (isNetworkState(item)) states.set(network, item);
      else if (item) log.warn('network_state_unreadable', { network });
    }
  };
  const load = async () => {
    nextRefreshAt = clock() + refreshMs;
    // What is known already serves on, until it is too old.
    await readAll().catch((error: unknown) =>
      log.warn('network_states_not_read', { detail: isNativeError(error) ? error.name : typeof error }),
    );
  };
  return {
    load,
    refreshIfDue: () => void (clock() >= nextRefreshAt && load()),
    stateOf(network, url) {
      const state = states.get(network);
      return state && clock() - state.checkedAt <= maxAgeMs ? watchedState(state, url) : undefined;
    },
  };
}

/** Several nodes may share a URL, each with credentials of its own: then one that is well is enough. */
function watchedState({ nodes, checkedAt }: NetworkState, url: string): WatchedNode | undefined {
  const found = nodes.filter((node) => node.url === url);
  if (found.length === 0) return undefined;
  const up = found.filter((node) => node.up);
  return { down: up.length === 0, behind: up.length > 0 && up.every(({ behind }) => behind), checkedAt };
}
