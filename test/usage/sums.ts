import type { Item } from '../../src/table/item-table.ts';
import type { CounterEntry } from '../../src/usage/counter-attributes.ts';
import { readCounter } from '../../src/usage/tally-counter.ts';

/** Amounts by name. */
export type Sums = Record<string, number>;

/** Adds up named amounts. */
export function sumOf(amounts: readonly (readonly [name: string, amount: number])[]): Sums {
  const sums: Sums = {};
  for (const [name, amount] of amounts) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}

/** Counters as amounts: `devnet getSlot ok`, `devnet getSlot ms`, `devnet latency 12`, `devnet error -32602`. */
export const sumsOf = (counters: readonly Item[]): Sums =>
  sumOf(
    counters.flatMap((counter) => {
      const { network, entries } = readCounter(counter);
      return entries.map((entry) => [`${network} ${nameOf(entry)}`, amountOf(entry)] as const);
    }),
  );

/** Calls of counters by network, method and outcome only. */
export const callsIn = (counters: readonly Item[]): Sums =>
  Object.fromEntries(Object.entries(sumsOf(counters)).filter(([name]) => !/ (ms|(latency|error) \S+)$/.test(name)));

function nameOf(entry: CounterEntry): string {
  if ('latencyBucket' in entry) return `latency ${entry.latencyBucket}`;
  if ('errorCode' in entry) return `error ${entry.errorCode}`;
  return `${entry.method} ${'outcome' in entry ? entry.outcome : 'ms'}`;
}

const amountOf = (entry: CounterEntry): number => ('amount' in entry ? entry.amount : entry.milliseconds);
