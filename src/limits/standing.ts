import type { Counts } from './counts.ts';
import type { Limits } from './limits.ts';
import { endOfDay, endOfSecond, secondsUntil } from './windows.ts';

/** What a key has left in its two windows at a moment. */
export type Standing = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly limits: Limits;
  readonly secondRemaining: number;
  readonly dayRemaining: number;
};

/** Where counters leave a key in one second of their day. */
export const standingOf = (counts: Counts, limits: Limits, at: number, second: number): Standing => ({
  at,
  limits,
  secondRemaining: Math.max(0, limits.callsPerSecond - (counts.seconds.get(second) ?? 0)),
  dayRemaining: Math.max(0, limits.callsPerDay - counts.used),
});

/** The header that states the limits themselves: `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export const policyHeader = (limits: Limits) => ({
  'RateLimit-Policy': `"second";q=${limits.callsPerSecond};w=1, "day";q=${limits.callsPerDay};w=86400`,
});

/** What is left of one window's limit, and when it ends, ms since the epoch. */
export type Left = { readonly limit: number; readonly remaining: number; readonly end: number };

/** A standing window by window. */
export const leftOf = ({ at, limits, secondRemaining, dayRemaining }: Standing): { second: Left; day: Left } => ({
  second: { limit: limits.callsPerSecond, remaining: secondRemaining, end: endOfSecond(at) },
  day: { limit: limits.callsPerDay, remaining: dayRemaining, end: endOfDay(at) },
});

/**
 * The headers that say where a key stands: `RateLimit` (draft-ietf-httpapi-ratelimit-headers) for both windows, and
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds since the epoch, UTC) for the one of which the smaller share
 * is left, the second where both are alike.
 */
export function standingHeaders(standing: Standing) {
  const { second, day } = leftOf(standing);
  const nearer = day.remaining / day.limit < second.remaining / second.limit ? day : second;
  const field = (name: string, { remaining, end }: Left) =>
    `"${name}";r=${remaining};t=${secondsUntil(standing.at, end)}`;
  return {
    RateLimit: `${field('second', second)}, ${field('day', day)}`,
    'X-RateLimit-Limit': String(nearer.limit),
    'X-RateLimit-Remaining': String(nearer.remaining),
    'X-RateLimit-Reset': String(nearer.end / 1_000),
  };
}
