import type { Limits } from '../plans.ts';
import { secondsPerDay } from '../time.ts';
import type { LimitWindow } from './limit-status.ts';

/** The content of an item of Admissions: one key's counters of one UTC day. */
export type CounterState = {
  /** Calls counted on the day. */
  readonly used: number;
  /** Calls counted in each second of the day that the item still holds. Within one second a count only grows. */
  readonly seconds: ReadonlyMap<number, number>;
};

export const emptyState: CounterState = { used: 0, seconds: new Map() };

/** An item that does not exist has counted nothing. */
export function readCounterState(item: Readonly<Record<string, unknown>> | undefined): CounterState {
  const seconds = new Map<number, number>();
  for (const [name, value] of Object.entries(item ?? {})) {
    if (typeof value === 'number' && /^s\d+$/.test(name)) seconds.set(Number(name.slice(1)), value);
  }
  return { used: typeof item?.used === 'number' ? item.used : 0, seconds };
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
