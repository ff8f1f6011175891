import { secondsPerDay } from '../time.ts';
import type { Limits, LimitWindow } from './limit-status.ts';

/** The content of an item of Admissions: one key's counters of one UTC day. */
export type CounterState = {
  /** Calls counted on the day. */
  readonly used: number;
  /** Calls counted in each second of the day that the item still holds. Within one second a count only grows. */
  readonly seconds: ReadonlyMap<number, number>;
  /** Names of the attributes that hold write markers. */
  readonly markers: readonly string[];
  /** Names of the counters and marker attributes that the item had when it was last cleared. */
  readonly older: ReadonlySet<string>;
};

export const emptyState: CounterState = { used: 0, seconds: new Map(), markers: [], older: new Set() };

/** An item that does not exist has counted nothing. */
export function readCounterState(item: Readonly<Record<string, unknown>> | undefined): CounterState {
  const seconds = new Map<number, number>();
  const markers: string[] = [];
  for (const [name, value] of Object.entries(item ?? {})) {
    if (typeof value === 'number' && /^s\d+$/.test(name)) seconds.set(Number(name.slice(1)), value);
    if (value instanceof Set && /^m\d+[a-d]$/.test(name)) markers.push(name);
  }
  const used = typeof item?.used === 'number' ? item.used : 0;
  return { used, seconds, markers, older: item?.older instanceof Set ? item.older : new Set() };
}

/** How far a second that a faster clock has opened may be ahead. Clocks on Lambda differ by a few milliseconds only. */
const maxAheadSeconds = 1;

/** The second to count the calls in, or the window that has no room for them. */
export type AdmissionDecision = { readonly second: number } | { readonly refusedBy: LimitWindow };

/**
 * Chooses the process's own second, or else the next one if a faster clock has opened it. Outdated counters do no harm,
 * because the write has a condition.
 */
export function decideAdmission(state: CounterState, n: number, limits: Limits, ownSecond: number): AdmissionDecision {
  if (state.used + n > limits.callsPerDay) return { refusedBy: 'day' };
  const fits = (second: number) => (state.seconds.get(second) ?? 0) + n <= limits.callsPerSecond;
  if (fits(ownSecond)) return { second: ownSecond };
  for (let second = ownSecond + 1; second <= ownSecond + maxAheadSeconds && second < secondsPerDay; second += 1) {
    if (state.seconds.has(second) && fits(second)) return { second };
  }
  return { refusedBy: 'second' };
}

/** Attributes to remove from an item, and the names that become `older` with the same write. */
export type Clearing = { readonly remove: readonly string[]; readonly older: ReadonlySet<string> };

/**
 * An item is cleared when this many seconds were opened after the last clearing. With correct clocks a counter stays
 * for at least nine seconds; it is used for at most six: clocks that differ by a second, one second ahead, and 3 s of
 * tries (`awsCallLimits`). A process with a wrong clock also opens seconds; then a counter stays half as long.
 */
const clearAfterSeconds = 10;

/** Keeps the expression far below DynamoDB's limit of 4 KB. */
const maxRemoved = 200;

/** Depends on the order in which seconds were opened and on no clock: a wrong clock cannot remove counters in use. */
export function clearable(state: CounterState, newerSeconds = clearAfterSeconds): Clearing | undefined {
  const { markers, older } = state;
  const seconds = [...state.seconds.keys()].map((second) => `s${second}`);
  if (seconds.filter((name) => !older.has(name)).length < newerSeconds) return undefined;
  const all = [...seconds, ...markers];
  const remove = all.filter((name) => older.has(name)).slice(0, maxRemoved);
  const removed = new Set(remove);
  return { remove, older: new Set(all.filter((name) => !removed.has(name))) };
}

/** For a separate write: if each process sees the key only once, none knows the item before its admission. */
export const overdueClearing = (state: CounterState): Clearing | undefined => clearable(state, clearAfterSeconds + 5);
