import type uPlot from 'uplot';
import type { Usage } from '../api/api.ts';
import type { UsageSpan } from '../api/usage.ts';
import { outcomeNames, outcomes } from '../format/outcomes.ts';
import { spanLength } from './time-axis.ts';

/** One row of values over time. */
export type ChartSeries = {
  readonly label: string;
  /** A CSS colour, or `var(--x)`. */
  readonly color: string;
  /** One for each moment; null where there is none. */
  readonly values: readonly (number | null)[];
};

export type ChartKind = 'stacked-bars' | 'lines';

/**
 * What is drawn: the middle of each span, then a row for each series. Of lines it holds the values, of bars where their
 * part of the stack ends. Hidden series take no room.
 */
export function plotData(
  at: readonly number[],
  span: UsageSpan,
  series: readonly ChartSeries[],
  kind: ChartKind,
  hidden: ReadonlySet<string>,
): uPlot.AlignedData {
  const middles = at.map((begin) => begin + spanLength[span] / 2);
  const seen = series.map(({ label, values }) => (hidden.has(label) ? values.map(() => null) : [...values]));
  return [middles, ...(kind === 'lines' ? seen : stacked(seen))];
}

function stacked(rows: readonly (readonly (number | null)[])[]): number[][] {
  let below: readonly number[] = [];
  return rows.map((row) => {
    const tops = row.map((value, index) => (below[index] ?? 0) + (value ?? 0));
    below = tops;
    return tops;
  });
}

/** The values where a line begins or ends, also one that has no neighbour: drawn as points, they show beside gaps. */
export const lineEnds = (values: readonly (number | null | undefined)[]): number[] =>
  [...values.keys()].filter(
    (index) => values[index] != null && (values[index - 1] == null || values[index + 1] == null),
  );

/** A usage report's calls over time, one series for each outcome that there was, in the order of the outcomes. */
export const outcomeSeries = ({ points, total }: Pick<Usage, 'points' | 'total'>): ChartSeries[] =>
  outcomeNames
    .filter((outcome) => (total.outcomes[outcome] ?? 0) > 0)
    .map((outcome) => ({
      label: outcomes[outcome].label,
      color: outcomes[outcome].color,
      values: points.map((point) => point.outcomes[outcome] ?? 0),
    }));
