import type { Clock, Timer } from '../time.ts';

/** Bytes of a request's body (Amazon API Gateway quotas, HTTP API: payload size). */
export const maximumBodyBytes = 10 * 1024 * 1024;

/** Bytes of the request line and all headers together (the same quotas). */
export const maximumHeaderBytes = 10_240;

/** The time limit of a Lambda authorizer in milliseconds (the same quotas; it cannot be changed). */
export const authorizerLimit = 10_000;

/** The longest time limit of an integration in milliseconds (the same quotas). */
export const integrationLimit = 30_000;

/** Requests a second: the steady rate, and the burst. */
export type ThrottleLimits = { readonly rate: number; readonly burst: number };

/**
 * A token bucket, as API Gateway throttles a stage (Developer Guide, "Throttle requests to your HTTP APIs"): each
 * request takes a token, `rate` tokens are added a second, at most `burst` are kept. Returns whether a request may
 * pass.
 */
export function createThrottle({ rate, burst }: ThrottleLimits, clock: Clock): () => boolean {
  let tokens = burst;
  let last = clock();
  return () => {
    const now = clock();
    // A clock that is set back takes no tokens.
    tokens = Math.min(burst, tokens + (Math.max(0, now - last) / 1000) * rate);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Replaces a result that did not arrive in time. */
export const timeUp = Symbol('time is up');

/** Waits for a result for at most so many milliseconds. The work itself continues. */
export type WithinTime = <T>(result: Promise<T>, milliseconds: number) => Promise<T | typeof timeUp>;

export const createWithinTime =
  (timer: Timer): WithinTime =>
  (result, milliseconds) =>
    new Promise((resolve, reject) => {
      const cancel = timer(milliseconds, () => resolve(timeUp));
      result.then(resolve, reject).finally(cancel);
    });
