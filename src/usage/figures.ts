import { type Outcome, outcomes } from '../records/outcome.ts';
import type { CounterEntry } from './counter.ts';
import { percentile } from './latency-histogram.ts';

/**
 * In whole or half milliseconds, the 50th, 95th and 99th percentile (nearest rank) of the calls that a node answered,
 * each by its request's time in the gateway. Exact up to 31 ms, beyond within 3.2 % (see latency-histogram.ts).
 */
export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };

/** How many calls there were, and how they went. */
export type UsageFigures = {
  readonly calls: number;
  /** Calls that ended in any other way than `ok`. */
  readonly errors: number;
  /** Calls by outcome, less those outcomes that no call had. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Null where a node answered no call. */
  readonly latency: Latency | null;
};

/** Adds up what counters have counted. */
export class FiguresSum {
  readonly #outcomes = new Map<Outcome, number>();
  readonly #latencies = new Map<number, number>();

  add(entry: CounterEntry): void {
    if ('outcome' in entry) increase(this.#outcomes, entry.outcome, entry.amount);
    else if ('latencyBucket' in entry) increase(this.#latencies, entry.latencyBucket, entry.amount);
  }

  figures(): UsageFigures {
    const counts = outcomes.flatMap((outcome): [Outcome, number][] => {
      const count = this.#outcomes.get(outcome) ?? 0;
      return count > 0 ? [[outcome, count]] : [];
    });
    const calls = counts.reduce((sum, [, count]) => sum + count, 0);
    return {
      calls,
      errors: calls - (this.#outcomes.get('ok') ?? 0),
      outcomes: Object.fromEntries(counts),
      latency: this.#latency(),
    };
  }

  #latency(): Latency | null {
    const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(this.#latencies, percent));
    if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
    return { p50, p95, p99 };
  }
}

function increase<T>(amounts: Map<T, number>, name: T, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}
