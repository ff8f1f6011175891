import type { Limits } from '../plans.ts';
import { LimitError } from '../runtime/gateway-errors.ts';
import { type EpochMs, endOfDay, endOfSecond, secondOfDay, secondsUntil } from '../time.ts';

/** Calls are counted per UTC second and per UTC day. */
export type LimitWindow = 'second' | 'day';

export type LimitStatus = {
  readonly at: number;
  readonly limits: Limits;
  readonly secondRemaining: number;
  readonly dayRemaining: number;
};

export type AdmittedCalls = {
  readonly n: number;
  readonly day: string;
  readonly second: number;
  readonly limitStatus: LimitStatus;
};

/** Calls that were not counted because they exceed a limit. */
export type RefusedCalls = { readonly refused: LimitError; readonly limitStatus: LimitStatus };

type Counts = { readonly used: number; readonly seconds: ReadonlyMap<number, number> };

export const limitStatusOf = (counts: Counts, limits: Limits, at: number, second: number): LimitStatus => ({
  at,
  limits,
  secondRemaining: Math.max(0, limits.callsPerSecond - (counts.seconds.get(second) ?? 0)),
  dayRemaining: Math.max(0, limits.callsPerDay - counts.used),
});

export type WindowStatus = { readonly limit: number; readonly remaining: number; readonly end: EpochMs };

export const windowsOf = ({
  at,
  limits,
  secondRemaining,
  dayRemaining,
}: LimitStatus): Record<LimitWindow, WindowStatus> => ({
  second: { limit: limits.callsPerSecond, remaining: secondRemaining, end: endOfSecond(at) },
  day: { limit: limits.callsPerDay, remaining: dayRemaining, end: endOfDay(at) },
});

const refusalTexts = {
  second: { reason: 'rate_limited', reached: 'Rate limit reached', window: 'second' },
  day: { reason: 'quota_exceeded', reached: 'Daily quota reached', window: 'UTC day' },
} as const;

/** A key in the place of a revoked one (src/keys/key-slots.ts). No plan allows 0 calls. */
const nothingLeft = 'until 00:00 UTC, calls of a key that was revoked today count against this one, and none are left';

/** The error of a 429. json-rpc/error-answer.ts makes its status, body and `Retry-After`. */
export function refuseCalls(by: LimitWindow, counts: Counts, limits: Limits, at: number): RefusedCalls {
  const limitStatus = limitStatusOf(counts, limits, at, secondOfDay(at));
  const { limit, remaining, end } = windowsOf(limitStatus)[by];
  const { reason, reached, window } = refusalTexts[by];
  const retryAfterSeconds = secondsUntil(at, end);
  const rule = limit === 0 ? nothingLeft : `this key may make ${limit} calls per ${window}`;
  const message = `${reached}: ${rule}. Try again in ${retryAfterSeconds} s.`;
  const details = { limit, remaining, retryAfterSeconds, resetsAt: new Date(end).toISOString() };
  return { refused: new LimitError(reason, message, details), limitStatus };
}
