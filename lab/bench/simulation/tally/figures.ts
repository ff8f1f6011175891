import type { Arrival, Batch } from './shard.ts';

/** How far behind the tallies were, and what they took. */
export type TallyFigures = {
  /** Seconds from a record's write until it was counted: for half of the records, for all but 1 %, for the last. */
  readonly lag: { readonly half: number; readonly most: number; readonly worst: number };
  /** The share of the time that the tally was at work. */
  readonly busy: number;
  readonly writesPerRecord: number;
  /** When the last record was counted that had waited too long, in seconds; 0 where none had. */
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
