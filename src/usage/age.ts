import type { Streamed } from './stream-record.ts';

/** Until when a counter that cannot be written is tried again: half of what the stream keeps. */
const countedForMs = 12 * 3_600_000;

/**
 * When nothing can count a record any more. AWS refuses a request that was signed more than five minutes ago (IAM User
 * Guide, "Create a signed AWS API request"), so that by then no write of a tally can still be under way.
 */
const settledAfterMs = countedForMs + 10 * 60_000;

/**
 * What the tally may still do with a record: count it; nothing, as a write of a minute ago may yet arrive; or find out
 * which counters have counted it, for that can change no more.
 */
export type Age = 'countable' | 'settling' | 'settled';

/** Old by the stream's time of the record, not the request's: a replayed record is new. */
export function ageOf({ createdAt }: Streamed, now: number): Age {
  if (now < createdAt + countedForMs) return 'countable';
  return now < createdAt + settledAfterMs ? 'settling' : 'settled';
}
