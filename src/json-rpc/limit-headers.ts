import { type LimitStatus, type WindowStatus, windowsOf } from '../limits/limit-status.ts';
import type { Limits } from '../plans.ts';
import { secondsUntil } from '../time.ts';

/** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export const policyHeader = (limits: Limits) => ({
  'RateLimit-Policy': `"second";q=${limits.callsPerSecond};w=1, "day";q=${limits.callsPerDay};w=86400`,
});

/** A limit of 0 counts as used up. It occurs when a revoked key's calls lower a new key's quota for the day. */
const shareLeft = ({ limit, remaining }: WindowStatus): number => (limit === 0 ? 0 : remaining / limit);

/** `X-RateLimit-…` describe the window with the smaller share left; the second, if the shares are equal. */
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
