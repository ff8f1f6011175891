import type uPlot from 'uplot';
import type { Usage } from '../api/api.ts';
import type { UsageSpan } from '../api/usage.ts';
import { occurredOutcomes, outcomeView } from '../format/outcomes.ts';
import { spanLength } from './time-axis.ts';

/** A row of values over time. */
export type ChartSeries = {
  readonly label: string;
  /** A CSS colour, or `var(--x)`. */
  readonly color: string;
  /** One per span; null if there is none. */
  readonly values: readonly (number | null)[];
};

export type ChartKind = 'stacked-bars' | 'lines';

/**
 * uPlot's data: the middle of each span, then one row per series: the values of lines, or the tops of stacked bars.
 * Hidden series take no room.
 */
export function plotData(
  at: readonly number[],
  span: UsageSpan,
  series: readonly ChartSeries[],
  kind: ChartKind,
  hidden: ReadonlySet<string>,
): uPlot.AlignedData {
  const middles = at.map((start) => start + spanLength[span] / 2);
  const visible = series.map(({ label, values }) => (hidden.has(label) ? values.map(() => null) : [...values]));
  return [middles, ...(kind === 'lines' ? visible : stacked(visible))];
}

function stacked(rows: readonly (readonly (number | null)[])[]): number[][] {
  let below: readonly number[] = [];
  return rows.map((row) => {
    const tops = row.map((value, index) => (below[index] ?? 0) + (value ?? 0));
    below = tops;
    return tops;
  });
}

/** The indexes where a line starts or ends. Drawn as points, they keep a value between two gaps visible. */
export const lineEnds = (values: readonly (number | null | undefined)[]): number[] =>
  [...values.keys()].filter(
    (index) => values[index] != null && (values[index - 1] == null || values[index + 1] == null),
  );

/** A usage report's calls over time: one series per outcome that occurred, in display order. */
export const outcomeSeries = ({ points, total }: Pick<Usage, 'points' | 'total'>): ChartSeries[] =>
  occurredOutcomes(total.outcomes).map((outcome) => ({
    label: outcomeView(outcome).label,
    color: outcomeView(outcome).color,
    values: points.map((point) => point.outcomes[outcome] ?? 0),
  }));
