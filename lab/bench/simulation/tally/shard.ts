import type { Batching } from '../../deployed.ts';

/** A record of a stream shard: when it was written, in ms, and which key and network it counts for. */
export type Arrival = { readonly at: number; readonly counter: number };

/** A batch that the tally took from the shard: when it began with it, when it had counted it, and how much it was. */
export type Batch = {
  readonly startedAt: number;
  readonly doneAt: number;
  readonly records: number;
  readonly writes: number;
};

export type ShardOptions = {
  readonly batching: Batching;
  /** How long the tally takes for so many records and writes, in ms. */
  readonly batchMs: (records: number, writes: number) => number;
  /** When it counts nothing at all, in ms. */
  readonly outage?: { readonly from: number; readonly to: number };
};

/** Lambda asks a shard for records this often (AWS Lambda developer guide, "Polling and batching streams"). */
const pollMs = 250;

/** Counters of a key and network: one of the minute, one of the hour (decision 26). */
export const spans = 2;

/**
 * Reads a shard as the event source mapping does with a parallelization factor of 1: it gathers until the batch is full
 * or its window over, waits for the function, and goes on. Every arrival, sorted by time, is in exactly one batch.
 */
export function readShard(arrivals: readonly Arrival[], { batching, batchMs, outage }: ShardOptions): Batch[] {
  const batches: Batch[] = [];
  let now = 0;
  for (let next = 0; next < arrivals.length; ) {
    const first = pollAfter(now, arrivals[next]?.at ?? 0);
    const full = arrivals[next + batching.size - 1]?.at ?? Number.POSITIVE_INFINITY;
    now = Math.min(pollAfter(first, full), first + batching.windowMs);
    if (outage && now >= outage.from && now < outage.to) now = outage.to;
    const end = Math.min(next + batching.size, firstAfter(arrivals, now, next));
    const taken = arrivals.slice(next, end);
    const writes = spans * new Set(taken.map(({ counter }) => counter)).size;
    const startedAt = now;
    now += batchMs(taken.length, writes);
    batches.push({ startedAt, doneAt: now, records: taken.length, writes });
    next = end;
  }
  return batches;
}

/** The first poll, of those from `start` on, that finds what comes at that time. */
const pollAfter = (start: number, at: number): number => start + Math.max(0, Math.ceil((at - start) / pollMs)) * pollMs;

function firstAfter(arrivals: readonly Arrival[], time: number, from: number): number {
  let index = from;
  while ((arrivals[index]?.at ?? Number.POSITIVE_INFINITY) <= time) index += 1;
  return index;
}
