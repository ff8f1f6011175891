import type { Counts } from './counts.ts';

/** Counters of seconds this far back are of no more use: no clock and no retry reaches back so far. */
const keepSeconds = 30;

/** Behind the kept seconds, this many are swept by every write, whether or not this process knows of counters there. */
const sweptSeconds = 30;

/**
 * The most counters that are taken out beside the swept ones, so that the expression of the write stays well under the
 * 4 KB that DynamoDB takes (DynamoDB quotas: expression parameters).
 */
const maxKnown = 60;

/**
 * The seconds whose counters a write takes out of its item, which keeps the item under 1 KB and so at one write unit. A
 * process knows only what it saw last, and in a large fleet each sees a key rarely: so the seconds just past are swept
 * blindly (to take out what is not there does nothing), and older ones where they are known of.
 */
export function staleSeconds(known: Counts, ownSecond: number): number[] {
  const end = ownSecond - keepSeconds;
  const start = Math.max(0, end - sweptSeconds);
  const swept = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  return [...swept, ...[...known.seconds.keys()].filter((second) => second < start).slice(0, maxKnown)];
}
