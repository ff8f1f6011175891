import { accountItemKey } from '../directory/directory-items.ts';
import type { Log } from '../log.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/** An account's bucket of tokens for requests to the management API. */
export const requestBucket = { tokens: 100, tokensPerSecond: 20 };

/** Tokens that a request takes: a change is a transaction of several items, and others of that account wait for it. */
export const requestCost = { read: 1, change: 5 };

const msPerToken = 1_000 / requestBucket.tokensPerSecond;
const bucketMs = requestBucket.tokens * msPerToken;

/** Clocks differ by less. A bucket that would be full later than any clock can have written was filled by a wrong one. */
const maxSkewMs = 2_000;

/** A failed condition says why, and the next try heeds it; more are needed only where others come between. */
const maxTries = 5;

const bucketKey = (accountId: string) => ({ ...accountItemKey(accountId), sk: 'REQUESTS' });

/** Takes tokens from an account's bucket. @throws {TooManyRequestsError} when it holds fewer */
export type TakeTokens = (accountId: string, tokens: number) => Promise<void>;

/**
 * Limits the requests of each account, for all processes at once: one number in an item of its own, when the bucket will be
 * full again. A request costs one write, or two while the bucket is not full; none is counted that is refused.
 *
 * When DynamoDB does not answer, requests pass: all that they reach needs the same table, and the stage's throttle still
 * holds, so a failure of the limit must not be one of the service.
 */
export const createRequestLimit =
  (directory: ItemTable, clock: Clock, log: Log): TakeTokens =>
  async (accountId, tokens) => {
    try {
      await takeFromBucket(directory, accountId, tokens * msPerToken, clock);
    } catch (error) {
      if (error instanceof TooManyRequestsError) throw error;
      log.warn('request_limit_failed', { accountId, detail: String(error) });
    }
  };

async function takeFromBucket(directory: ItemTable, accountId: string, costMs: number, clock: Clock): Promise<void> {
  let fullAt = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = clock();
    const latest = now + bucketMs - costMs;
    try {
      await directory.update({
        key: bucketKey(accountId),
        ...(fullAt <= now ? fromFull(now, costMs) : fromLess(now, latest, costMs)),
      });
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      fullAt = Number(error.item?.fullAt);
      if (fullAt > latest) throw new TooManyRequestsError(fullAt - latest);
    }
  }
  throw new Error(`The bucket of ${accountId} contradicts its conditions.`);
}

const fromFull = (now: number, costMs: number) => ({
  update: 'SET fullAt = :next',
  condition: 'attribute_not_exists(fullAt) OR fullAt <= :now OR fullAt > :wrong',
  values: { ':next': now + costMs, ':now': now, ':wrong': now + bucketMs + maxSkewMs },
});

const fromLess = (now: number, latest: number, costMs: number) => ({
  update: 'ADD fullAt :cost',
  condition: 'fullAt > :now AND fullAt <= :latest',
  values: { ':cost': costMs, ':now': now, ':latest': latest },
});

/** An account sends requests to the management API faster than its bucket of tokens fills. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError';
  readonly code = 'too_many_requests';
  /** After which there are tokens enough again, if nothing else takes them: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super(`Your account sends too many requests to the management API. Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}
