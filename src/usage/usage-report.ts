import { type Outcome, outcomes } from '../records/outcome.ts';
import type { CounterEntry } from './counter-attributes.ts';
import { type Latency, latencyOf } from './latency-histogram.ts';
import { addAmount, isAnswered, type TallyCounter } from './tally-counter.ts';
import { bucketOf, pointOf, startsOf, tallySpanOf, type UsageRange, type UsageSpan } from './usage-range.ts';

export type CallFigures = {
  readonly calls: number;
  readonly errors: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
};

export type UsageFigures = CallFigures & {
  readonly latency: Latency | null;
  /** Calls answered with an error, by JSON-RPC code; `other` for codes that the chain does not use. */
  readonly rpcErrorCodes: Readonly<Record<string, number>>;
};

export type MethodFigures = CallFigures & {
  /** Of the answered calls, in ms; null if there are none. */
  readonly meanLatency: number | null;
};

type MethodEntry = Extract<CounterEntry, { readonly method: string }>;

export class FiguresSum {
  readonly #outcomes = new Map<Outcome, number>();
  readonly #latencies = new Map<number, number>();
  readonly #errorCodes = new Map<number | 'other', number>();

  add(entry: CounterEntry): void {
    if ('outcome' in entry) addAmount(this.#outcomes, entry.outcome, entry.amount);
    else if ('latencyBucket' in entry) addAmount(this.#latencies, entry.latencyBucket, entry.amount);
    else if ('errorCode' in entry) addAmount(this.#errorCodes, entry.errorCode, entry.amount);
  }

  figures(): UsageFigures {
    return {
      ...callFigures(this.#outcomes),
      latency: latencyOf(this.#latencies),
      rpcErrorCodes: Object.fromEntries([...this.#errorCodes].filter(([, count]) => count > 0).toSorted(byCode)),
    };
  }
}

export class MethodSum {
  readonly #outcomes = new Map<Outcome, number>();
  #milliseconds = 0;

  add(entry: MethodEntry): void {
    if ('outcome' in entry) addAmount(this.#outcomes, entry.outcome, entry.amount);
    else this.#milliseconds += entry.milliseconds;
  }

  figures(): MethodFigures {
    const answered = [...this.#outcomes].reduce((sum, [outcome, n]) => sum + (isAnswered(outcome) ? n : 0), 0);
    const meanLatency = answered > 0 ? Math.round((10 * this.#milliseconds) / answered) / 10 : null;
    return { ...callFigures(this.#outcomes), meanLatency };
  }
}

function callFigures(byOutcome: ReadonlyMap<Outcome, number>): CallFigures {
  const counts = outcomes.flatMap((outcome): [Outcome, number][] => {
    const count = byOutcome.get(outcome) ?? 0;
    return count > 0 ? [[outcome, count]] : [];
  });
  const calls = counts.reduce((sum, [, count]) => sum + count, 0);
  return { calls, errors: calls - (byOutcome.get('ok') ?? 0), outcomes: Object.fromEntries(counts) };
}

function byCode([one]: readonly [number | 'other', number], [other]: readonly [number | 'other', number]): number {
  if (one === 'other' || other === 'other') return one === other ? 0 : one === 'other' ? 1 : -1;
  return one - other;
}

type UsagePoint = UsageFigures & { readonly at: number };

export type UsageReport = {
  readonly from: number;
  readonly to: number;
  readonly span: UsageSpan;
  readonly points: readonly UsagePoint[];
  readonly total: UsageFigures;
  /** By name; `other` for methods that the chain does not have, `none` if no method could be read. */
  readonly byMethod: Readonly<Record<string, MethodFigures>>;
  readonly byNetwork: Readonly<Record<string, UsageFigures>>;
};

export class ReportSum {
  readonly #range: UsageRange;
  readonly #points: ReadonlyMap<string, { readonly at: number; readonly sum: FiguresSum }>;
  readonly #total = new FiguresSum();
  readonly #byMethod = new Map<string, MethodSum>();
  readonly #byNetwork = new Map<string, FiguresSum>();

  constructor(range: UsageRange) {
    const { span } = range;
    const points = [...startsOf(range)].map((at) => ({ at, sum: new FiguresSum() }));
    this.#range = range;
    this.#points = new Map(points.map((point) => [pointOf(span, bucketOf(tallySpanOf(span), point.at)), point]));
  }

  get points(): number {
    return this.#points.size;
  }

  add({ bucket, network, entries }: TallyCounter): void {
    const point = this.#points.get(pointOf(this.#range.span, bucket));
    if (!point) return;
    const ofNetwork = sumOf(this.#byNetwork, network, FiguresSum);
    for (const entry of entries) {
      point.sum.add(entry);
      this.#total.add(entry);
      ofNetwork.add(entry);
      if ('method' in entry) sumOf(this.#byMethod, entry.method, MethodSum).add(entry);
    }
  }

  report(): UsageReport {
    const { from, to, span } = this.#range;
    const points = [...this.#points.values()].map(({ at, sum }) => ({ at, ...sum.figures() }));
    const byMethod = figuresByName<MethodFigures>(this.#byMethod);
    const byNetwork = figuresByName<UsageFigures>(this.#byNetwork);
    return { from, to, span, points, total: this.#total.figures(), byMethod, byNetwork };
  }
}

function sumOf<T>(sums: Map<string, T>, name: string, Sum: new () => T): T {
  const sum = sums.get(name) ?? new Sum();
  sums.set(name, sum);
  return sum;
}

const figuresByName = <T>(sums: ReadonlyMap<string, { figures(): T }>): Record<string, T> =>
  Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => [name, sum.figures()]));
