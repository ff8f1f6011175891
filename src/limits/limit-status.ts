import { LimitError } from '../gateway-errors.ts';
import { endOfDay, endOfSecond, secondOfDay, secondsUntil } from '../time.ts';
import type { CounterState } from './counter-state.ts';

/** How many calls one key may make. */
export type Limits = { readonly callsPerSecond: number; readonly callsPerDay: number };

/** The two windows in which calls are counted: the UTC second and the UTC day. */
export type LimitWindow = 'second' | 'day';

/** What a key has left in its two windows at a moment. */
export type LimitStatus = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly limits: Limits;
  readonly secondRemaining: number;
  readonly dayRemaining: number;
};

/** Calls that were counted: how many, on which UTC day, in which second of it, and what is left. */
export type AdmittedCalls = {
  readonly n: number;
  readonly day: string;
  readonly second: number;
  readonly limitStatus: LimitStatus;
};

/** Calls that were not counted: which limit they exceed, and what is left. */
export type RefusedCalls = { readonly refused: LimitError; readonly limitStatus: LimitStatus };

/** What counters leave of the limits in one second of their day. */
export const limitStatusOf = (state: CounterState, limits: Limits, at: number, second: number): LimitStatus => ({
  at,
  limits,
  secondRemaining: Math.max(0, limits.callsPerSecond - (state.seconds.get(second) ?? 0)),
  dayRemaining: Math.max(0, limits.callsPerDay - state.used),
});

/** What is left of one window's limit, and when the window ends, ms since the epoch. */
type WindowStatus = { readonly limit: number; readonly remaining: number; readonly end: number };

const windowsOf = ({ at, limits, secondRemaining, dayRemaining }: LimitStatus): Record<LimitWindow, WindowStatus> => ({
  second: { limit: limits.callsPerSecond, remaining: secondRemaining, end: endOfSecond(at) },
  day: { limit: limits.callsPerDay, remaining: dayRemaining, end: endOfDay(at) },
});

const refusalWords = {
  second: { reason: 'rate_limited', window: 'second', current: 'this second' },
  day: { reason: 'quota_exceeded', window: 'UTC day', current: 'today' },
} as const;

/** The refusal that says which limit is exceeded, and when to try again. */
export function refuseCalls(by: LimitWindow, state: CounterState, limits: Limits, at: number): RefusedCalls {
  const limitStatus = limitStatusOf(state, limits, at, secondOfDay(at));
  const { limit, remaining, end } = windowsOf(limitStatus)[by];
  const { reason, window, current } = refusalWords[by];
  const retryAfterSeconds = secondsUntil(at, end);
  const message =
    `This key may make ${limit} calls a ${window}, and ${current} has too few left. ` +
    `Try again in ${retryAfterSeconds} s.`;
  const details = { limit, remaining, retryAfterSeconds, resetAt: new Date(end).toISOString() };
  return { refused: new LimitError(reason, message, details), limitStatus };
}

/** The header that states the limits themselves: `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export const policyHeader = (limits: Limits) => ({
  'RateLimit-Policy': `"second";q=${limits.callsPerSecond};w=1, "day";q=${limits.callsPerDay};w=86400`,
});

/** Of no calls at all, nothing is left: a key may start with a whole day's calls. */
const shareLeft = ({ limit, remaining }: WindowStatus): number => (limit === 0 ? 0 : remaining / limit);

/**
 * The headers that say what is left: `RateLimit` (draft-ietf-httpapi-ratelimit-headers) for both windows, and
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds since the epoch, UTC) for the window with the smaller share
 * left, the second where both are alike.
 */
export function limitStatusHeaders(status: LimitStatus) {
  const { second, day } = windowsOf(status);
  const nearer = shareLeft(day) < shareLeft(second) ? day : second;
  const field = (name: string, { remaining, end }: WindowStatus) =>
    `"${name}";r=${remaining};t=${secondsUntil(status.at, end)}`;
  return {
    RateLimit: `${field('second', second)}, ${field('day', day)}`,
    'X-RateLimit-Limit': String(nearer.limit),
    'X-RateLimit-Remaining': String(nearer.remaining),
    'X-RateLimit-Reset': String(nearer.end / 1_000),
  };
}
