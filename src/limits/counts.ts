import type { Limits } from './limits.ts';
import { secondsPerDay } from './windows.ts';

/**
 * What an Admissions item says: calls used today, and calls counted in each second of the day that it still holds.
 * Within one second a count only grows.
 */
export type Counts = { readonly used: number; readonly seconds: ReadonlyMap<number, number> };

export const noCounts: Counts = { used: 0, seconds: new Map() };

/**
 * How far ahead of our own clock a second that another process has opened may lie and still be used: clocks on Lambda
 * agree to a few milliseconds, so a step of one second covers them all.
 */
const aheadSeconds = 1;

/** Where `n` more calls may be counted, or which limit stands in their way. */
export type Decision = { readonly second: number } | { readonly refusedBy: 'second' | 'day' };

/**
 * Decides where `n` calls fit, from what is known: the own second first, then one that a faster clock has already
 * opened. Deciding from counts that are out of date is safe: the conditional write has the last word.
 */
export function decide(counts: Counts, n: number, limits: Limits, ownSecond: number): Decision {
  if (counts.used + n > limits.callsPerDay) return { refusedBy: 'day' };
  const fits = (second: number) => (counts.seconds.get(second) ?? 0) + n <= limits.callsPerSecond;
  if (fits(ownSecond)) return { second: ownSecond };
  for (let second = ownSecond + 1; second <= ownSecond + aheadSeconds && second < secondsPerDay; second += 1) {
    if (counts.seconds.has(second) && fits(second)) return { second };
  }
  return { refusedBy: 'second' };
}
