import { bucketOf } from './bucket.ts';
import type { Counter } from './counter.ts';
import { FiguresSum, type MethodFigures, MethodSum, type UsageFigures } from './figures.ts';
import { pointOf, startsOf, talliedBy, type UsageRange, type UsageSpan } from './range.ts';

/** The figures of one minute, hour or UTC day; `at` is when it began, in ms since the epoch. */
export type UsagePoint = UsageFigures & { readonly at: number };

/** The usage of a range of whole minutes, hours or UTC days; `to` is the end of the last one, in ms since the epoch. */
export type UsageReport = {
  readonly from: number;
  readonly to: number;
  readonly span: UsageSpan;
  /** One for each minute, hour or day of the range, in order, those without a call too. */
  readonly points: readonly UsagePoint[];
  readonly total: UsageFigures;
  /** By the method's name; `other` for methods the chain does not have, `none` where no method could be read. */
  readonly byMethod: Readonly<Record<string, MethodFigures>>;
  readonly byNetwork: Readonly<Record<string, UsageFigures>>;
};

/** Adds counters, and figures of days, up into the report of a range of whole spans. */
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
    this.#points = new Map(points.map((point) => [pointOf(span, bucketOf(talliedBy(span), point.at)), point]));
  }

  add({ bucket, network, entries }: Counter): void {
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

/** In the order of the names, whichever came first. */
const figuresByName = <T>(sums: ReadonlyMap<string, { figures(): T }>): Record<string, T> =>
  Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => [name, sum.figures()]));
