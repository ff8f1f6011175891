import { errorClass } from '../error-class.ts';
import { type Outcome, outcomes } from '../records/outcome.ts';
import { isNumber, isObject, isOneOf, parseJson } from '../schema.ts';
import type { CounterEntry } from './counter-attributes.ts';
import { addAmount, type TallyCounter } from './tally-counter.ts';

// A day's figures are one JSON string, because separate attributes would take far longer to read (docs/decisions/0027):
// {"mainnet": {"methods": {"getSlot": {"ok": 3, "milliseconds": 36}}, "latencies": [12, 3], "errorCodes": {"-32602": 1}}},
// `latencies` alternates buckets of the histogram and their numbers of calls.

class DayFiguresError extends errorClass('DayFiguresError', 'invalid_day_figures') {}

type Amounts<T> = Map<T, number>;

class NetworkSum {
  readonly #methods = new Map<string, Amounts<Outcome | 'milliseconds'>>();
  readonly #latencies: Amounts<number> = new Map();
  readonly #errorCodes: Amounts<number | 'other'> = new Map();

  add(entry: CounterEntry): void {
    if ('latencyBucket' in entry) addAmount(this.#latencies, entry.latencyBucket, entry.amount);
    else if ('errorCode' in entry) addAmount(this.#errorCodes, entry.errorCode, entry.amount);
    else {
      const amounts = this.#methods.get(entry.method) ?? new Map<Outcome | 'milliseconds', number>();
      this.#methods.set(entry.method, amounts);
      if ('outcome' in entry) addAmount(amounts, entry.outcome, entry.amount);
      else addAmount(amounts, 'milliseconds', entry.milliseconds);
    }
  }

  toJSON() {
    return {
      methods: Object.fromEntries([...this.#methods].map(([name, amounts]) => [name, Object.fromEntries(amounts)])),
      latencies: [...this.#latencies].toSorted(([one], [other]) => one - other).flat(),
      errorCodes: Object.fromEntries(this.#errorCodes),
    };
  }
}

/** Adds up counters of one day. `JSON.stringify` gives the day's figures. */
export class DayFigures {
  readonly #networks = new Map<string, NetworkSum>();

  add({ network, entries }: TallyCounter): void {
    const sum = this.#networks.get(network) ?? new NetworkSum();
    this.#networks.set(network, sum);
    for (const entry of entries) sum.add(entry);
  }

  toJSON() {
    return Object.fromEntries(this.#networks);
  }
}

export async function computeFigures(hours: AsyncIterable<TallyCounter>): Promise<string> {
  const figures = new DayFigures();
  for await (const hour of hours) figures.add(hour);
  return JSON.stringify(figures);
}

/** Reads the figures of a day as one counter per network. @throws {DayFiguresError} */
export function readFigures(day: string, figures: string): TallyCounter[] {
  return membersOf(parseJson(figures)).map(([network, sums]) => {
    const { methods, latencies, errorCodes } = isObject(sums) ? sums : {};
    const entries = [...methodEntries(methods), ...latencyEntries(latencies), ...errorCodeEntries(errorCodes)];
    return { bucket: day, network, entries };
  });
}

const isOutcome = isOneOf(outcomes);

const methodEntries = (methods: unknown): CounterEntry[] =>
  membersOf(methods).flatMap(([method, amounts]) =>
    membersOf(amounts).map(([name, value]): CounterEntry => {
      const amount = amountOf(value);
      if (name === 'milliseconds') return { method, milliseconds: amount };
      if (isOutcome(name)) return { method, outcome: name, amount };
      throw new DayFiguresError(`${name} is not an outcome.`);
    }),
  );

function latencyEntries(latencies: unknown): CounterEntry[] {
  if (!Array.isArray(latencies)) throw new DayFiguresError('The latencies are not a list.');
  const entries: CounterEntry[] = [];
  for (let index = 0; index < latencies.length; index += 2) {
    entries.push({ latencyBucket: amountOf(latencies[index]), amount: amountOf(latencies[index + 1]) });
  }
  return entries;
}

const errorCodeEntries = (codes: unknown): CounterEntry[] =>
  membersOf(codes).map(([code, amount]) => ({
    errorCode: code === 'other' ? code : amountOf(Number(code)),
    amount: amountOf(amount),
  }));

function membersOf(value: unknown): [string, unknown][] {
  if (isObject(value)) return Object.entries(value);
  throw new DayFiguresError('The figures of a day item are not nested JSON objects.');
}

function amountOf(value: unknown): number {
  if (isNumber(value)) return value;
  throw new DayFiguresError('A figure is not a number.');
}
