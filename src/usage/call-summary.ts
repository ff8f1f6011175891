import * as v from 'valibot';
import type { Outcome } from '../records/outcome.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { CounterEntry } from './counter-attributes.ts';
import { readFigures } from './day-figures.ts';
import { isAnswered } from './tally-counter.ts';
import { FiguresSum } from './usage-report.ts';

const key = { pk: 'TOTALS', sk: 'SUMMARY' };

/** Calls that failed because of the nodes or the gateway, and not because of the caller. */
const failures: readonly Outcome[] = ['upstream_error', 'upstream_timeout', 'internal_error'];

const latencySchema = v.object({ p50: v.number(), p95: v.number(), p99: v.number() });

const networkCallsSchema = v.object({
  /** In ms, as in a usage report. null without answered calls. */
  latency: v.nullable(latencySchema),
  /** Failed calls for each answered or failed one; null without any. */
  errorRate: v.nullable(v.number()),
});

const summarySchema = v.object({ from: v.string(), to: v.string(), networks: v.pipe(v.string(), v.parseJson()) });
const networksSchema = v.record(v.string(), networkCallsSchema);

/** How the calls to a network went. Only rates: with one customer, a number of calls would be that customer's. */
type NetworkCalls = v.InferOutput<typeof networkCallsSchema>;

/** The UTC days from the first one with calls to the last one that has ended, both inclusive; and each network with calls. */
export type CallSummary = {
  readonly from: string;
  readonly to: string;
  readonly networks: ReadonlyMap<string, NetworkCalls>;
};

class NetworkCallsSum {
  readonly #figures = new FiguresSum();
  #answered = 0;
  #failed = 0;

  add(entry: CounterEntry): void {
    this.#figures.add(entry);
    if (!('outcome' in entry)) return;
    if (isAnswered(entry.outcome)) this.#answered += entry.amount;
    if (failures.includes(entry.outcome)) this.#failed += entry.amount;
  }

  toJSON(): NetworkCalls {
    const counted = this.#answered + this.#failed;
    return {
      latency: this.#figures.figures().latency,
      errorRate: counted > 0 ? this.#failed / counted : null,
    };
  }
}

/** How often the day's figures have changed is its version. */
type TotalOfDay = { readonly day: string; readonly figures: string; readonly version: number };

/** Writes the summary, unless the one that is stored was made of the same. @param days successive days, oldest first */
export async function writeCallSummary(
  usage: Pick<ItemTable, 'get' | 'put'>,
  days: readonly TotalOfDay[],
): Promise<void> {
  const to = days.at(-1)?.day;
  const version = days.reduce((sum, day) => sum + day.version, 0);
  const stored = await usage.get(key);
  if (stored?.to === to && stored?.version === version) return;
  const sums = new Map<string, NetworkCallsSum>();
  let from: string | undefined;
  for (const { day, figures } of days) {
    for (const { network, entries } of readFigures(day, figures)) {
      from ??= day;
      const sum = sums.get(network) ?? new NetworkCallsSum();
      sums.set(network, sum);
      for (const entry of entries) sum.add(entry);
    }
  }
  await usage.put({ ...key, from: from ?? to, to, version, networks: JSON.stringify(Object.fromEntries(sums)) });
}

/** Undefined before the first night. @throws {v.ValiError} */
export async function readCallSummary(usage: Pick<ItemTable, 'get'>): Promise<CallSummary | undefined> {
  const item = await usage.get(key, 'eventual');
  if (!item) return undefined;
  const { from, to, networks } = v.parse(summarySchema, item);
  return { from, to, networks: new Map(Object.entries(v.parse(networksSchema, networks))) };
}
