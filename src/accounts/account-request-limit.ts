import { accountItemKey } from '../directory/directory-items.ts';
import type { Log } from '../log.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/** Each account's token bucket for requests to the management API. */
export const requestBucket = { tokens: 100, tokensPerSecond: 20 };

/** Tokens per request. A change costs more: it is a transaction, and the account's other changes wait for it. */
export const requestCost = { read: 1, change: 5 };

const msPerToken = 1_000 / requestBucket.tokensPerSecond;
const bucketMs = requestBucket.tokens * msPerToken;

/** Processes' clocks differ by less. A later `fullAt` was written by a wrong clock and counts as a full bucket. */
const maxSkewMs = 2_000;

/** A failed condition returns the item for the next try; only concurrent requests make a third try necessary. */
const maxTries = 5;

const bucketKey = (accountId: string) => ({ ...accountItemKey(accountId), sk: 'REQUESTS' });

/** A limit of requests is reached. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError';
  readonly code = 'too_many_requests';
  /** Whole seconds, at least 1, after which the request passes if no other one comes before it. */
  readonly retryAfterSeconds: number;

  constructor(waitMs: number, what = 'Your account sends too many requests to the management API.') {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super(`${what} Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}

/** Takes tokens from an account's bucket. @throws {TooManyRequestsError} and takes none if too few are left */
export type TakeTokens = (accountId: string, tokens: number) => Promise<void>;

/**
 * Limits the requests of each account across all processes. The bucket is one number in its own item: `fullAt`, the time
 * at which it will be full again. An accepted request costs one write, or two while the bucket is not full.
 *
 * If DynamoDB fails, the request passes: the stage's throttle still applies, and a failure of this limit must not become a
 * failure of the API.
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
        ...(fullAt <= now ? takeFromFull(now, costMs) : takeFromPartial(now, latest, costMs)),
      });
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      fullAt = Number(error.item?.fullAt);
      if (fullAt > latest) throw new TooManyRequestsError(fullAt - latest);
    }
  }
  throw new Error(`The bucket of account ${accountId} was not updated within ${maxTries} tries.`);
}

const takeFromFull = (now: number, costMs: number) => ({
  update: 'SET fullAt = :next',
  condition: 'attribute_not_exists(fullAt) OR fullAt <= :now OR fullAt > :wrong',
  values: { ':next': now + costMs, ':now': now, ':wrong': now + bucketMs + maxSkewMs },
});

const takeFromPartial = (now: number, latest: number, costMs: number) => ({
  update: 'ADD fullAt :cost',
  condition: 'fullAt > :now AND fullAt <= :latest',
  values: { ':cost': costMs, ':now': now, ':latest': latest },
});
