import type { TableReads } from '../table/signed-table.ts';
import { dayMs, dayOf } from '../time.ts';
import { type DayCosts, readDayCosts } from '../usage/day-costs.ts';
import { readFigures } from '../usage/day-figures.ts';
import { daysOfAccount, readDayKey, startOfDay } from '../usage/day-items.ts';
import { counterRange, isAnswered, readCounter, type TallyCounter } from '../usage/tally-counter.ts';
import type { TimeRange } from './plan-periods.ts';

/** Calls of a method on a network, and what was spent on them. */
export type MethodUsage = {
  readonly network: string;
  readonly method: string;
  readonly calls: number;
  readonly answered: number;
  /** Of the answered calls together. */
  readonly milliseconds: number;
  readonly tries: number;
  /** Tries at nodes without a cost in the settings. */
  readonly unpriced: number;
  readonly picodollars: number;
};

/** A key's usage of a UTC day. `hasCosts` is false until usage-days has added up what its tries cost. */
export type DayUsage = { readonly day: string; readonly hasCosts: boolean; readonly methods: readonly MethodUsage[] };

/** The usage of an account's keys on the UTC days of a range, one key and day after the other. */
export async function* daysOf(usage: TableReads, accountId: string, { from, to }: TimeRange): AsyncGenerator<DayUsage> {
  const range = { ...daysOfAccount(accountId, dayOf(from), dayOf(to)), attributes: ['sk', 'figures', 'costs'] };
  for await (const page of usage.pages(range)) {
    for (const { sk, figures, costs } of page) {
      const { day, keyId } = readDayKey(String(sk));
      const counters = typeof figures === 'string' ? readFigures(day, figures) : await hoursOf(usage, keyId, day);
      const hasCosts = costs !== undefined;
      yield { day, hasCosts, methods: methodsOf(counters, hasCosts ? readDayCosts(costs) : {}) };
    }
  }
}

async function hoursOf(usage: TableReads, keyId: string, day: string): Promise<TallyCounter[]> {
  const start = startOfDay(day);
  const counters: TallyCounter[] = [];
  for await (const page of usage.pages(counterRange(keyId, 'hour', start, start + dayMs))) {
    counters.push(...page.map(readCounter));
  }
  return counters;
}

type Sum = { -readonly [Name in keyof MethodUsage]: MethodUsage[Name] };

function methodsOf(counters: readonly TallyCounter[], costs: DayCosts): MethodUsage[] {
  const sums = new Map<string, Sum>();
  const sumOf = (network: string, method: string): Sum => {
    const name = `${network} ${method}`;
    const none = { network, method, calls: 0, answered: 0, milliseconds: 0, tries: 0, unpriced: 0, picodollars: 0 };
    const sum = sums.get(name) ?? none;
    sums.set(name, sum);
    return sum;
  };
  for (const { network, entries } of counters) {
    for (const entry of entries) {
      if (!('method' in entry)) continue;
      const sum = sumOf(network, entry.method);
      if ('milliseconds' in entry) sum.milliseconds += entry.milliseconds;
      else {
        sum.calls += entry.amount;
        if (isAnswered(entry.outcome)) sum.answered += entry.amount;
      }
    }
  }
  for (const [network, methods] of Object.entries(costs)) {
    for (const [method, { picodollars, unpriced, tries }] of Object.entries(methods)) {
      const sum = sumOf(network, method);
      sum.picodollars += picodollars;
      sum.unpriced += unpriced;
      sum.tries += Object.values(tries).reduce((total, count) => total + count, 0);
    }
  }
  return [...sums.values()];
}
