import { isArrayOf, isNumber, isObjectOf, isRecordOf, isString, type Schema } from '../schema.ts';
import type { ItemTable } from '../table/item-table.ts';
import { dayMs, dayOf, type EpochMs, endOfDay } from '../time.ts';
import { latencyBucket } from '../usage/latency-histogram.ts';
import { type NetworkState, type NodeState, stateMaxAgeMs } from './network-state.ts';

/** `to` is exclusive. */
export type Interruption = { readonly from: EpochMs; readonly to: EpochMs };

export type Availability = {
  /** Time between checks, so far as they were at most three minutes apart. */
  readonly watchedMs: number;
  readonly downMs: number;
  /** At most {@link mostInterruptions}; `downMs` has all of them. */
  readonly interruptions: readonly Interruption[];
};

export type NodeDay = Availability & {
  /** As in {@link NodeState}. */
  readonly name: string;
  readonly behindMs: number;
  /** How often each lag was measured, by its bucket (latency-histogram.ts). */
  readonly lags: Readonly<Record<string, number>>;
};

/** A network's UTC day: an item of the table Networks. The network is down while every node is. */
export type NetworkDay = Availability & {
  /** `mainnet#2026-11-26`. */
  readonly network: string;
  /** The last check that is in it. */
  readonly until: EpochMs;
  readonly expiresAt: number;
  readonly nodes: readonly NodeDay[];
};

/** The item stays small if a node goes up and down all day: each write is billed by its size. */
const mostInterruptions = 20;

/** Days of history, today included. */
export const historyDays = 90;

export const networkDayKey = (network: string, at: EpochMs) => ({ network: `${network}#${dayOf(at)}` });

const availability = {
  watchedMs: isNumber,
  downMs: isNumber,
  interruptions: isArrayOf(isObjectOf({ from: isNumber, to: isNumber })),
};

export const isNetworkDay: Schema<NetworkDay> = isObjectOf({
  ...availability,
  network: isString,
  until: isNumber,
  expiresAt: isNumber,
  nodes: isArrayOf(isObjectOf({ ...availability, name: isString, behindMs: isNumber, lags: isRecordOf(isNumber) })),
});

/** How a network was between two checks. */
type Interval = { readonly from: EpochMs; readonly to: EpochMs; readonly nodes: readonly NodeInterval[] };

type NodeInterval = {
  readonly name: string;
  readonly isDown: boolean;
  readonly isBehind: boolean;
  readonly lag: number | undefined;
};

/** Two states of a network, one after the other. */
export type StateChange = { readonly before: NetworkState | undefined; readonly after: NetworkState };

/**
 * Adds the times between states to the network's day, or days, each of which is written once. The time after a long pause is
 * not counted as watched.
 */
export async function recordIntervals(
  table: Pick<ItemTable, 'get' | 'put'>,
  network: string,
  changes: readonly StateChange[],
): Promise<void> {
  const intervals = changes.flatMap(({ before, after }) => (before && intervalBetween(before, after)) ?? []);
  const parts = intervals.flatMap((interval) => [...byDay(interval)]);
  for (const [key, ofDay] of Map.groupBy(parts, ({ from }) => networkDayKey(network, from).network)) {
    const item = await table.get({ network: key });
    let day = isNetworkDay(item) ? item : undefined;
    for (const part of ofDay) {
      // Two runs in one minute: the first one has counted this time.
      const from = Math.max(part.from, day?.until ?? 0);
      if (from < part.to) day = addInterval({ ...newDay(part.from), ...day, network: key }, { ...part, from });
    }
    if (day && day !== item) await table.put(day);
  }
}

const newDay = (at: EpochMs) => ({
  ...nothing,
  nodes: [],
  expiresAt: Math.ceil((endOfDay(at) + historyDays * dayMs) / 1_000),
});

const nothing: Availability = { watchedMs: 0, downMs: 0, interruptions: [] };

function intervalBetween(before: NetworkState, after: NetworkState): Interval | undefined {
  const [from, to] = [before.checkedAt, after.checkedAt];
  if (to <= from || to - from > stateMaxAgeMs) return undefined;
  const nodes = after.nodes.flatMap((node) => {
    const previous = before.nodes.find(({ name, url }) => name === node.name && url === node.url);
    return previous ? [nodeInterval(previous, node, after.nodes.length)] : [];
  });
  return nodes.length > 0 ? { from, to, nodes } : undefined;
}

function nodeInterval(before: NodeState, after: NodeState, nodes: number): NodeInterval {
  // Two failures in a row make a node down. The second one shows that it has been down since the first.
  const isDown = !before.up || (before.failures > 0 && !after.up);
  // A node alone is the best one of its network: its lag says nothing.
  const lag = nodes > 1 && after.up && after.failures === 0 ? after.lag : undefined;
  return { name: after.name, isDown, isBehind: !isDown && before.behind, lag };
}

function* byDay(interval: Interval): Generator<Interval> {
  for (let { from } = interval; from < interval.to; from = endOfDay(from)) {
    yield { ...interval, from, to: Math.min(endOfDay(from), interval.to) };
  }
}

const addInterval = (day: Omit<NetworkDay, 'until'>, { from, to, nodes }: Interval): NetworkDay => ({
  ...day,
  until: to,
  ...withTime(
    day,
    { from, to },
    nodes.every(({ isDown }) => isDown),
  ),
  nodes: [
    ...day.nodes.filter(({ name }) => !nodes.some((node) => node.name === name)),
    ...nodes.map((node) => {
      const before = day.nodes.find(({ name }) => name === node.name) ?? { ...nothing, behindMs: 0, lags: {} };
      return addNodeInterval(before, node, { from, to });
    }),
  ],
});

function addNodeInterval(
  before: Omit<NodeDay, 'name'>,
  { name, isDown, isBehind, lag }: NodeInterval,
  time: Interruption,
): NodeDay {
  const bucket = lag === undefined ? undefined : latencyBucket(lag);
  return {
    ...before,
    ...withTime(before, time, isDown),
    name,
    behindMs: before.behindMs + (isBehind ? time.to - time.from : 0),
    lags: bucket === undefined ? before.lags : { ...before.lags, [bucket]: (before.lags[bucket] ?? 0) + 1 },
  };
}

function withTime(
  { watchedMs, downMs, interruptions }: Availability,
  { from, to }: Interruption,
  isDown: boolean,
): Availability {
  const watched = watchedMs + to - from;
  if (!isDown) return { watchedMs: watched, downMs, interruptions };
  return { watchedMs: watched, downMs: downMs + to - from, interruptions: extended(interruptions, { from, to }) };
}

function extended(all: readonly Interruption[], { from, to }: Interruption): readonly Interruption[] {
  const last = all.at(-1);
  if (last?.to === from) return [...all.slice(0, -1), { from: last.from, to }];
  return all.length < mostInterruptions ? [...all, { from, to }] : all;
}
