import type { Item } from '../table/table.ts';
import { bucketOf } from './bucket.ts';
import { readCounter } from './counter.ts';
import { FiguresSum, type UsageFigures } from './figures.ts';
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
  readonly byMethod: Readonly<Record<string, UsageFigures>>;
  readonly byNetwork: Readonly<Record<string, UsageFigures>>;
};

/** Adds counters up into the report of a range of whole spans. */
export class ReportSum {
  readonly #range: UsageRange;
  readonly #points: ReadonlyMap<string, { readonly at: number; readonly sum: FiguresSum }>;
  readonly #total = new FiguresSum();
  readonly #byMethod = new Map<string, FiguresSum>();
  readonly #byNetwork = new Map<string, FiguresSum>();

  constructor(range: UsageRange) {
    const { span } = range;
    const points = [...startsOf(range)].map((at) => ({ at, sum: new FiguresSum() }));
    this.#range = range;
    this.#points = new Map(points.map((point) => [pointOf(span, bucketOf(talliedBy(span), point.at)), point]));
  }

  /** @param counter an item of Usage that lies in the range */
  add(counter: Item): void {
    const { bucket, network, entries } = readCounter(counter);
    const point = this.#points.get(pointOf(this.#range.span, bucket));
    if (!point) return;
    const sums = [point.sum, this.#total, sumOf(this.#byNetwork, network)];
    for (const entry of entries) {
      for (const sum of sums) sum.add(entry);
      if ('method' in entry) sumOf(this.#byMethod, entry.method).add(entry);
    }
  }

  report(): UsageReport {
    const { from, to, span } = this.#range;
    const points = [...this.#points.values()].map(({ at, sum }) => ({ at, ...sum.figures() }));
    const [byMethod, byNetwork] = [figuresByName(this.#byMethod), figuresByName(this.#byNetwork)];
    return { from, to, span, points, total: this.#total.figures(), byMethod, byNetwork };
  }
}

function sumOf(sums: Map<string, FiguresSum>, name: string): FiguresSum {
  const sum = sums.get(name) ?? new FiguresSum();
  sums.set(name, sum);
  return sum;
}

/** In the order of the names, whichever came first. */
const figuresByName = (sums: ReadonlyMap<string, FiguresSum>): Record<string, UsageFigures> =>
  Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => [name, sum.figures()]));
