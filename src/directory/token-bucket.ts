import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/** A limit of requests across all processes: so many at once, and so many a second after that. */
export type TokenBucket = { readonly tokens: number; readonly tokensPerSecond: number };

/** Processes' clocks differ by less. A later `fullAt` was written by a wrong clock and counts as a full bucket. */
const maxSkewMs = 2_000;

/** A failed condition returns the item for the next try; only concurrent requests make a third try necessary. */
const maxTries = 5;

/**
 * Takes tokens from a bucket. It is one number in its own item: `fullAt`, the time at which it will be full again. This
 * costs one write, or two while the bucket is not full.
 * @param count negative to give back tokens that were taken before
 * @returns 0, or the ms until enough tokens are there; then none is taken
 */
export async function takeTokens(
  directory: ItemTable,
  key: { readonly pk: string; readonly sk: string },
  { tokens, tokensPerSecond }: TokenBucket,
  count: number,
  clock: Clock,
): Promise<number> {
  const msPerToken = 1_000 / tokensPerSecond;
  const bucketMs = tokens * msPerToken;
  const costMs = count * msPerToken;
  let fullAt = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = clock();
    const latest = now + bucketMs - costMs;
    try {
      const update = fullAt <= now ? takeFromFull(now, costMs, bucketMs) : takeFromPartial(now, latest, costMs);
      await directory.update({ key, ...update });
      return 0;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      fullAt = Number(error.item?.fullAt);
      if (fullAt > latest) return fullAt - latest;
    }
  }
  throw new Error(`The bucket ${key.pk} was not updated within ${maxTries} tries.`);
}

const takeFromFull = (now: number, costMs: number, bucketMs: number) => ({
  update: 'SET fullAt = :next',
  condition: 'attribute_not_exists(fullAt) OR fullAt <= :now OR fullAt > :wrong',
  values: { ':next': now + costMs, ':now': now, ':wrong': now + bucketMs + maxSkewMs },
});

const takeFromPartial = (now: number, latest: number, costMs: number) => ({
  update: 'ADD fullAt :cost',
  condition: 'fullAt > :now AND fullAt <= :latest',
  values: { ':cost': costMs, ':now': now, ':latest': latest },
});
