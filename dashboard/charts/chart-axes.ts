import type { UsageSpan } from '../api/usage.ts';
import type { ColumnFormat } from '../format/columns.ts';
import type { ChartKind } from './chart-series.ts';
import { type PlotScale, spanLeft, spanMiddle, valueTop } from './plot-scale.ts';
import { timeTicks } from './time-axis.ts';
import { valueTicks } from './value-axis.ts';

/** A mark on an axis: its place along the axis in CSS pixels, and one or two lines of text. */
type AxisTick = { readonly at: number; readonly label: string };

/** Where a chart draws its values, and its axes. */
export type ChartAxes = {
  readonly scale: PlotScale;
  readonly valueTicks: readonly AxisTick[];
  readonly timeTicks: readonly AxisTick[];
};

type ChartAxesOptions = {
  readonly kind: ChartKind;
  /** The start of each span in epoch milliseconds. */
  readonly at: readonly number[];
  readonly span: UsageSpan;
  readonly zone: string;
  /** The highest value. */
  readonly peak: number;
  readonly format: ColumnFormat;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
};

const characterWidth = 7.5;
const edges = { top: 10, right: 22, bottom: 42, left: 12 };
const leastTickDistance = 68;

/** The axes of a chart: that of the values starts at 0 and ends at or above the peak. */
export function chartAxes({ kind, at, span, zone, peak, format, width, height }: ChartAxesOptions): ChartAxes {
  // Bars are counts.
  const values = valueTicks(peak, { isWhole: kind === 'stacked-bars' });
  const labels = format(values);
  const scale: PlotScale = {
    left: edges.left + Math.round(characterWidth * Math.max(...labels.map(({ length }) => length))),
    right: Math.max(width - edges.right, 1),
    top: edges.top,
    bottom: height - edges.bottom,
    count: at.length,
    most: values.at(-1) ?? 1,
  };
  const mostTicks = Math.max(1, Math.floor((scale.right - scale.left) / leastTickDistance));
  // A day is one thing, marked in its middle; minutes and hours are between two times.
  const place = span === 'day' ? spanMiddle : spanLeft;
  return {
    scale,
    valueTicks: values.map((value, index) => ({ at: valueTop(scale, value), label: labels[index] ?? '' })),
    timeTicks: timeTicks(at, span, zone, mostTicks).map(({ index, label }) => ({ at: place(scale, index), label })),
  };
}
