import { secondsPerDay } from '../time.ts';
import type { Limits, LimitWindow } from './limit-status.ts';

/** What an item of Admissions says. */
export type CounterState = {
  /** Calls counted on the day. */
  readonly used: number;
  /** Calls counted in each second of the day that the item still holds. Within one second a count only grows. */
  readonly seconds: ReadonlyMap<number, number>;
  /** Attributes that hold markers of writes. */
  readonly markers: readonly string[];
  /** Names of counters and markers that were there when the item was last cleared. */
  readonly older: ReadonlySet<string>;
};

export const emptyState: CounterState = { used: 0, seconds: new Map(), markers: [], older: new Set() };

/** Reads an item; one that does not exist has counted nothing. */
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

/**
 * How far ahead of our own clock a second that another process has opened may lie and still be used: clocks on Lambda
 * agree to a few milliseconds, so a step of one second covers them all.
 */
const aheadSeconds = 1;

/** In which second calls may be counted, or which limit they exceed. */
export type AdmissionDecision = { readonly second: number } | { readonly refusedBy: LimitWindow };

/**
 * Decides in which second `n` calls fit, from what is known: our own second first, then one that a faster clock has
 * already opened. Deciding from counts that are out of date is safe: the write's condition has the last word.
 */
export function decideAdmission(state: CounterState, n: number, limits: Limits, ownSecond: number): AdmissionDecision {
  if (state.used + n > limits.callsPerDay) return { refusedBy: 'day' };
  const fits = (second: number) => (state.seconds.get(second) ?? 0) + n <= limits.callsPerSecond;
  if (fits(ownSecond)) return { second: ownSecond };
  for (let second = ownSecond + 1; second <= ownSecond + aheadSeconds && second < secondsPerDay; second += 1) {
    if (state.seconds.has(second) && fits(second)) return { second };
  }
  return { refusedBy: 'second' };
}

/** Attributes to remove from an item, and the names of those that stay: the older ones of the next clearing. */
export type Clearing = { readonly remove: readonly string[]; readonly older: ReadonlySet<string> };

/**
 * A counter is removed when this many seconds have been opened after it. Processes whose clocks agree open one a second,
 * so it stays for nine seconds at least; nobody uses it for more than six (clocks that differ by a second, one second
 * ahead, and tries of a write for 3 s: `callLimits` in src/aws/aws-client.ts). A process with a wrong clock opens seconds of
 * its own, one a second; then it stays for half as long.
 */
const clearAfterSeconds = 10;

/** The most that one write removes, so that its expression stays far below the 4 KB of DynamoDB. */
const maxRemoved = 200;

/**
 * What may be cleared of an item; undefined while too few seconds are newer than the older ones. No clock is asked, only
 * the order in which seconds were opened: so a process with a wrong clock cannot remove what others still use.
 */
export function clearable(state: CounterState, newerSeconds = clearAfterSeconds): Clearing | undefined {
  const { markers, older } = state;
  const seconds = [...state.seconds.keys()].map((second) => `s${second}`);
  if (seconds.filter((name) => !older.has(name)).length < newerSeconds) return undefined;
  const all = [...seconds, ...markers];
  const remove = all.filter((name) => older.has(name)).slice(0, maxRemoved);
  const removed = new Set(remove);
  return { remove, older: new Set(all.filter((name) => !removed.has(name))) };
}

/**
 * Clears with a write of its own where no admission has done it in passing: of processes that see a key once each, none
 * knows the item before its admission.
 */
export const overdueClearing = (state: CounterState): Clearing | undefined => clearable(state, clearAfterSeconds + 5);
