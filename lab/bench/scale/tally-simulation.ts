import type { Batching } from '../../../src/cost/deployment.ts';

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
  /** The time in which it counts nothing, in ms. */
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

/** Records at a rate for a while. */
export type Phase = { readonly seconds: number; readonly perSecond: number };

/** Records that come at random (Poisson), phase after phase, each for one of so many counters, all as likely. */
export function arrivals(phases: readonly Phase[], counters: number, random: () => number): Arrival[] {
  const all: Arrival[] = [];
  let start = 0;
  for (const { seconds, perSecond } of phases) {
    const end = start + seconds * 1_000;
    const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond;
    for (let at = start + gap(); at < end; at += gap()) all.push({ at, counter: Math.floor(random() * counters) });
    start = end;
  }
  return all;
}

/** How far behind the tallies were, and what they took. */
export type TallyFigures = {
  /** Seconds from a record's write until it was counted: for half of the records, for all but 1 %, for the last. */
  readonly lag: { readonly half: number; readonly most: number; readonly worst: number };
  /** The share of the time that the tally was at work. */
  readonly busy: number;
  readonly writesPerRecord: number;
  /** The time at which the last late record was counted, in seconds; 0 if none was late. */
  readonly caughtUpAt: number;
};

/**
 * The figures of a shard that was read.
 * @param behindSeconds from how long a lag on the tally has to catch up; longer than a batch is gathered
 */
export function figuresOf(
  arrivals: readonly Arrival[],
  batches: readonly Batch[],
  behindSeconds: number,
): TallyFigures {
  const lags = lagsOf(arrivals, batches);
  const sorted = lags.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const late = lags.findLastIndex((lag) => lag >= behindSeconds);
  return {
    lag: { half: at(0.5), most: at(0.99), worst: at(1) },
    busy: sum(batches.map(({ startedAt, doneAt }) => doneAt - startedAt)) / (batches.at(-1)?.doneAt ?? Number.NaN),
    writesPerRecord: sum(batches.map(({ writes }) => writes)) / arrivals.length,
    caughtUpAt: late < 0 ? 0 : (arrivals[late]?.at ?? 0) / 1_000 + (lags[late] ?? 0),
  };
}

/** Of each record in turn, in seconds. */
function lagsOf(arrivals: readonly Arrival[], batches: readonly Batch[]): number[] {
  let next = 0;
  return batches.flatMap(({ doneAt, records }) => {
    const taken = arrivals.slice(next, next + records);
    next += records;
    return taken.map(({ at }) => (doneAt - at) / 1_000);
  });
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
