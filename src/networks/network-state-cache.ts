import type { Log } from '../log.ts';
import { builtIn } from '../runtime/built-in.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import type { KnownPace } from '../upstream/known-chain.ts';
import type { FindWatchedNode, WatchedNode } from '../upstream/upstream-health.ts';
import { isNetworkState, type NetworkState, stateMaxAgeMs } from './network-state.ts';

const { isNativeError } = builtIn('node:util/types');

export type NetworkStateCache = {
  /**
   * Undefined for a node that watch has not checked in the last three minutes. That a node is on another chain holds until
   * watch finds it on the right one.
   */
  readonly stateOf: FindWatchedNode;
  /** Undefined if watch has not measured it, or not in the last three minutes. A stalled chain keeps its height. */
  readonly paceOf: (network: string) => KnownPace | undefined;
  /** Reads the states of all networks. Never rejects. */
  load(): Promise<void>;
  /** Starts to read a network's state in the background, if the last read started at least 5 s ago. Never throws. */
  refreshIfDue(network: string): void;
  /**
   * Resolves when a read that is under way has ended, at the latest after 100 ms. Undefined if there is none, if the state
   * is new enough, or if a call has waited in vain for this read: of a silent table, one call in 5 s waits.
   */
  newerState(network: string): Promise<unknown> | undefined;
};

export type NetworkStateCacheDeps = {
  readonly table: Pick<ItemTable, 'get'>;
  readonly networks: readonly string[];
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
};

/** With a call, a process has a state of at most this age, in ms. Only networks that are called are read. */
const refreshMs = 5_000;

/** A state of this age, in ms, is not the last one: watch writes one every 10 s. */
const oldMs = 20_000;

/** The longest time, in ms, that an answer waits for a newer state. A read takes 5 ms, and starts before the call. */
const longestWaitMs = 100;

export function createNetworkStateCache(deps: NetworkStateCacheDeps): NetworkStateCache {
  const { table, networks, clock, pause, log } = deps;
  const states = new Map<string, NetworkState>();
  const nextReadAt = new Map<string, EpochMs>();
  const reads = new Map<string, Promise<void>>();

  const read = async (network: string) => {
    nextReadAt.set(network, clock() + refreshMs);
    const item = await table.get({ network }, 'eventual');
    if (isNetworkState(item)) states.set(network, item);
    else if (item) log.warn('network_state_unreadable', { network });
  };
  // If it fails, the cached states remain in use until they are too old.
  const logged = (reading: Promise<void>) =>
    reading.catch((error: unknown) =>
      log.warn('network_states_not_read', { detail: isNativeError(error) ? error.name : typeof error }),
    );
  const forget = (network: string, reading: Promise<void>) => reads.get(network) === reading && reads.delete(network);
  // Sequential: parallel reads would open a connection per network, each with a TLS handshake.
  const readAll = async () => {
    for (const network of networks) await read(network);
  };
  return {
    load: () => logged(readAll()),
    refreshIfDue(network) {
      if (clock() < (nextReadAt.get(network) ?? 0)) return;
      const reading = logged(read(network)).finally(() => forget(network, reading));
      reads.set(network, reading);
    },
    newerState(network) {
      const reading = reads.get(network);
      if (!reading || clock() - (states.get(network)?.checkedAt ?? 0) < oldMs) return undefined;
      return Promise.race([reading, pause(longestWaitMs).then(() => forget(network, reading))]);
    },
    paceOf(network) {
      const { checkedAt = 0, pace } = states.get(network) ?? {};
      if (pace?.blockMs === undefined || clock() - checkedAt > stateMaxAgeMs) return undefined;
      return { height: pace.height, ageMs: pace.stalled ? 0 : clock() - pace.at, blockMs: pace.blockMs };
    },
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
  const wrongChain = found.some((node) => node.wrongChain);
  const up = found.filter((node) => node.up);
  return {
    down: up.length === 0,
    behind: up.length > 0 && up.every(({ behind }) => behind),
    ...(wrongChain && { wrongChain }),
    checkedAt,
    // Of another chain, it says nothing.
    height: wrongChain ? undefined : found[0]?.height,
    earliest: found[0]?.earliest,
  };
}
