import type { Clock, Timer } from '../time.ts';

/** Bytes of a request's body (Amazon API Gateway quotas, HTTP API: payload size). */
export const maximumBodyBytes = 10 * 1024 * 1024;

/** Bytes of the request line and all headers together (the same quotas). */
export const maximumHeaderBytes = 10_240;

/** Milliseconds that a Lambda authorizer has (the same quotas; it cannot be changed). */
export const authorizerLimit = 10_000;

/** Milliseconds that an integration has at most (the same quotas). */
export const integrationLimit = 30_000;

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

/** What comes instead of a result that did not come in time. */
export const timeUp = Symbol('time is up');

/** Waits for a result, but no longer than so many milliseconds. What was begun goes on; nobody waits for it. */
export type WithinTime = <T>(result: Promise<T>, milliseconds: number) => Promise<T | typeof timeUp>;

export const createWithinTime =
  (timer: Timer): WithinTime =>
  (result, milliseconds) =>
    new Promise((resolve, reject) => {
      const cancel = timer(milliseconds, () => resolve(timeUp));
      result.then(resolve, reject).finally(cancel);
    });
