import type { Clock } from '../time.ts';

/** Requests a second on average, and at once. */
export type ThrottleLimits = { readonly rate: number; readonly burst: number };

/**
 * A token bucket, as API Gateway throttles a stage (Developer Guide, "Throttle requests to your HTTP APIs"): each
 * request takes a token, `rate` tokens come back a second, at most `burst` are kept. Gives whether a request may pass.
 */
export function createThrottle({ rate, burst }: ThrottleLimits, clock: Clock): () => boolean {
  let tokens = burst;
  let last = clock();
  return () => {
    const now = clock();
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * rate);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
