import { LimitError } from '../errors.ts';
import type { Counts } from './counts.ts';
import type { Limits } from './limits.ts';
import { leftOf, type Standing, standingOf } from './standing.ts';
import { secondOfDay, secondsUntil } from './windows.ts';

/** A verdict that calls may not go on now, and where the key stands. */
export type Refused = { readonly refused: LimitError; readonly standing: Standing };

const words = {
  second: { reason: 'rate_limited', window: 'second', current: 'this second' },
  day: { reason: 'quota_exceeded', window: 'UTC day', current: 'today' },
} as const;

/** Makes the verdict that says which limit stands in the way, and when it is free again. */
export function refuse(by: 'second' | 'day', counts: Counts, limits: Limits, at: number): Refused {
  const standing = standingOf(counts, limits, at, secondOfDay(at));
  const { limit, remaining, end } = leftOf(standing)[by];
  const { reason, window, current } = words[by];
  const retryAfterSeconds = secondsUntil(at, end);
  const message =
    `This key may make ${limit} calls a ${window}, and ${current} has too few left. ` +
    `Try again in ${retryAfterSeconds} s.`;
  const facts = { limit, remaining, retryAfterSeconds, resetAt: new Date(end).toISOString() };
  return { refused: new LimitError(reason, message, facts), standing };
}
