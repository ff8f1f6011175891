import { accountItemKey } from '../directory/directory-items.ts';
import { type TokenBucket, takeTokens } from '../directory/token-bucket.ts';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { isFree, type Plan } from '../plans.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/** Each account's token bucket for requests to the management API. */
export const requestBucket: TokenBucket = { tokens: 400, tokensPerSecond: 20 };

/** Of accounts that pay nothing: what a day of requests costs the operator is bounded (docs/decisions/0061). */
export const freeRequestBucket: TokenBucket = { ...requestBucket, tokensPerSecond: 2 };

export const bucketOf = (plan: Plan | undefined): TokenBucket =>
  plan && !isFree(plan) ? requestBucket : freeRequestBucket;

const bucketKey = (accountId: string) => ({ ...accountItemKey(accountId), sk: 'REQUESTS' });

export class TooManyRequestsError extends errorClass('TooManyRequestsError', 'too_many_requests') {
  /** Whole seconds, at least 1, after which the request passes if no other one comes before it. */
  readonly retryAfterSeconds: number;

  constructor(waitMs: number, what = 'Your account sends too many requests to the management API.') {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super(`${what} Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}

/**
 * Takes tokens from an account's bucket; a negative number gives tokens back.
 * @throws {TooManyRequestsError} and takes none if too few are left
 */
export type TakeTokens = (accountId: string, tokens: number, bucket: TokenBucket) => Promise<void>;

/** If DynamoDB fails, the request passes: the stage's throttle still applies, and the API must not fail with this limit. */
export const createRequestLimit =
  (directory: ItemTable, clock: Clock, log: Log): TakeTokens =>
  async (accountId, tokens, bucket) => {
    const waitMs = await takeTokens(directory, bucketKey(accountId), bucket, tokens, clock).catch((error: unknown) => {
      log.warn('request_limit_failed', { accountId, detail: String(error) });
      return 0;
    });
    // A bucket that another process's clock emptied refuses even tokens that are given back.
    if (waitMs > 0 && tokens > 0) throw new TooManyRequestsError(waitMs);
  };
