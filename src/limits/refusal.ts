import { LimitError } from '../errors.ts';
import type { Counts } from './counts.ts';
import type { Limits } from './limits.ts';
import { type Standing, standingOf } from './standing.ts';
import { endOfDay, endOfSecond, secondOfDay, secondsUntil } from './windows.ts';

/** A verdict that calls may not go on now, and where the key stands. */
export type Refused = { readonly refused: LimitError; readonly standing: Standing };

/** Makes the verdict that says which limit stands in the way, and when it is free again. */
export function refuse(by: 'second' | 'day', counts: Counts, limits: Limits, at: number): Refused {
  const standing = standingOf(counts, limits, at, secondOfDay(at));
  const window = by === 'second' ? secondWindow(standing) : dayWindow(standing);
  const retryAfterSeconds = secondsUntil(at, window.end);
  const resetAt = new Date(window.end).toISOString();
  const message = `${window.message} Try again in ${retryAfterSeconds} s.`;
  const { reason, limit, remaining } = window;
  return { refused: new LimitError(reason, message, { limit, remaining, retryAfterSeconds, resetAt }), standing };
}

const secondWindow = ({ at, limits, secondRemaining }: Standing) => ({
  reason: 'rate_limited' as const,
  limit: limits.callsPerSecond,
  remaining: secondRemaining,
  end: endOfSecond(at),
  message: `This key may make ${limits.callsPerSecond} calls a second, and this second has too few left.`,
});

const dayWindow = ({ at, limits, dayRemaining }: Standing) => ({
  reason: 'quota_exceeded' as const,
  limit: limits.callsPerDay,
  remaining: dayRemaining,
  end: endOfDay(at),
  message: `This key may make ${limits.callsPerDay} calls a UTC day, and today has too few left.`,
});
