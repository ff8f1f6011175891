import type { TableReads } from '../table/signed-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import { readCounters, type UsageRequest } from './query-usage.ts';
import { ReadMeter } from './read-meter.ts';
import type { TallyCounter } from './tally-counter.ts';
import { bucketOf, pointOf, startsOf, tallySpanOf, type UsageRange, wholeSpans } from './usage-range.ts';

/** Counters have a key, a network and methods at every span, so each of these is exact. */
export const splitBy = ['key', 'method', 'network'] as const;

export const splitOrders = ['calls', 'errors'] as const;

/** A chart cannot show more that can be told apart, and each key costs a read of the directory. */
export const maxParts = 20;

export type Split = {
  readonly by: (typeof splitBy)[number];
  /** Which parts are shown: those with most of these. */
  readonly order: (typeof splitOrders)[number];
  /** The most parts that are shown. */
  readonly parts: number;
};

/** Numbers of calls and of those that were not `ok`, at each time. */
type Counts = { readonly calls: number[]; readonly errors: number[] };

export type SplitReport = UsageRange &
  Pick<Split, 'by'> & {
    readonly at: readonly EpochMs[];
    readonly parts: readonly ({ readonly id: string } & Counts)[];
    /** The sum of all other parts with calls; null if there are none. */
    readonly others: ({ readonly count: number } & Counts) | null;
  };

/** A range's calls over time by key, method or network. They add up to `queryUsage`. @throws {UsageRangeError} */
export async function querySplitUsage(
  usage: TableReads,
  request: UsageRequest,
  split: Split,
  clock: Clock,
  meter = new ReadMeter(),
): Promise<SplitReport> {
  const range = wholeSpans(request, clock());
  const sum = new SplitSum(range, split.by);
  meter.addPoints(sum.points);
  await readCounters(usage, { ...request, ...range }, meter, (keyId, counter) => sum.add(keyId, counter));
  return sum.report(split);
}

/** Only times with calls: an account can have thousands of keys. */
type Part = { calls: number; errors: number; readonly points: Map<number, { calls: number; errors: number }> };

class SplitSum {
  readonly #range: UsageRange;
  readonly #by: Split['by'];
  readonly #at: readonly EpochMs[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #parts = new Map<string, Part>();

  constructor(range: UsageRange, by: Split['by']) {
    const { span } = range;
    this.#range = range;
    this.#by = by;
    this.#at = [...startsOf(range)];
    this.#indexes = new Map(this.#at.map((at, index) => [pointOf(span, bucketOf(tallySpanOf(span), at)), index]));
  }

  get points(): number {
    return this.#at.length;
  }

  add(keyId: string, { bucket, network, entries }: TallyCounter): void {
    const index = this.#indexes.get(pointOf(this.#range.span, bucket));
    if (index === undefined) return;
    for (const entry of entries) {
      if (!('outcome' in entry)) continue;
      const id = { key: keyId, method: entry.method, network }[this.#by];
      this.#count(id, index, entry.amount, entry.outcome === 'ok' ? 0 : entry.amount);
    }
  }

  #count(id: string, index: number, calls: number, errors: number): void {
    const part = this.#parts.get(id) ?? { calls: 0, errors: 0, points: new Map() };
    const point = part.points.get(index) ?? { calls: 0, errors: 0 };
    this.#parts.set(id, part);
    part.points.set(index, point);
    for (const sum of [part, point]) {
      sum.calls += calls;
      sum.errors += errors;
    }
  }

  report({ order, parts: most }: Split): SplitReport {
    const withCalls = [...this.#parts].filter(([, { calls }]) => calls > 0);
    const sorted = withCalls.toSorted(([a, one], [b, other]) => other[order] - one[order] || (a < b ? -1 : 1));
    const shown = sorted.slice(0, most).filter(([, part]) => part[order] > 0);
    const others = sorted.slice(shown.length).map(([, part]) => part);
    return {
      ...this.#range,
      by: this.#by,
      at: this.#at,
      parts: shown.map(([id, part]) => ({ id, ...this.#counts([part]) })),
      others: others.length > 0 ? { count: others.length, ...this.#counts(others) } : null,
    };
  }

  #counts(parts: readonly Part[]): Counts {
    const [calls, errors] = [this.#at.map(() => 0), this.#at.map(() => 0)];
    for (const { points } of parts) {
      for (const [index, point] of points) {
        calls[index] = (calls[index] ?? 0) + point.calls;
        errors[index] = (errors[index] ?? 0) + point.errors;
      }
    }
    return { calls, errors };
  }
}
