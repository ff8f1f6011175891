import type { Usage } from '../api/api.ts';
import { occurredOutcomes, outcomeView } from '../format/outcomes.ts';
import type { PatternName } from '../theme/patterns.ts';

/** A value per span; null if there is none. */
export type ChartValues = readonly (number | null)[];

/** A row of values over time. */
export type ChartSeries = {
  /** Unique in its chart. */
  readonly id: string;
  readonly label: string;
  /** A CSS colour, or `var(--x)`. */
  readonly color: string;
  readonly values: ChartValues;
  /** The values of the period before, as far as they are known. */
  readonly before?: ChartValues | undefined;
  /** Of bars. Patterns and dashes tell series apart where colours do not. */
  readonly pattern?: PatternName | undefined;
  /** Of a line, as SVG's `stroke-dasharray`. */
  readonly dash?: string | undefined;
};

export type ChartKind = 'stacked-bars' | 'lines';

/** What a chart draws of its visible series. */
export type ChartMarks = {
  /** Of each series: its line, or where its bars begin and end. */
  readonly rows: readonly { readonly bottoms: ChartValues; readonly tops: ChartValues }[];
  /** Lines of the period before: one per line, or one for all bars together. */
  readonly ghosts: readonly ChartValues[];
  /** The highest value; 0 without values. */
  readonly peak: number;
};

/** The marks of series: bars are stacked in the given order, lines start at 0. */
export function chartMarks(kind: ChartKind, series: readonly ChartSeries[]): ChartMarks {
  const before = series.flatMap((one) => (one.before ? [one.before] : []));
  const ghosts = kind === 'lines' || before.length === 0 ? before : [sums(before)];
  const rows =
    kind === 'lines' ? series.map(({ values }) => ({ bottoms: [], tops: values })) : stacked(series.map(valuesOf));
  const drawn = [...rows.map(({ tops }) => tops), ...ghosts].flat();
  return { rows, ghosts, peak: drawn.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) };
}

const valuesOf = ({ values }: ChartSeries): ChartValues => values;

function stacked(rows: readonly ChartValues[]): ChartMarks['rows'] {
  let below: ChartValues = [];
  return rows.map((row) => {
    const bottoms = below;
    below = sums([row, bottoms]);
    return { bottoms, tops: below };
  });
}

/** The sum at each index of the first row; null counts as 0. */
const sums = (rows: readonly ChartValues[]): number[] =>
  (rows[0] ?? []).map((_, index) => rows.reduce((sum, row) => sum + (row[index] ?? 0), 0));

/** The calls of all series together at an index. */
export const totalAt = (rows: readonly ChartValues[], index: number): number => sums(rows)[index] ?? 0;

/** A usage report's calls over time: one series per outcome that occurred, in display order. */
export function outcomeSeries(
  { points, total }: Pick<Usage, 'points' | 'total'>,
  before?: Pick<Usage, 'points' | 'total'>,
): ChartSeries[] {
  const occurred = occurredOutcomes({ ...before?.total.outcomes, ...total.outcomes });
  return occurred.map((outcome) => {
    const { label, color, pattern } = outcomeView(outcome);
    const of = (given: Usage['points']) => given.map((point) => point.outcomes[outcome] ?? 0);
    return { id: outcome, label, color, pattern, values: of(points), before: before && of(before.points) };
  });
}
