import uPlot from 'uplot';
import type { Span } from '../api/usage.ts';
import { stackedBars } from './bars.ts';
import { brokenLines } from './lines.ts';
import { type ChartKind, lineEnds } from './series.ts';
import { spanLength, tickIncrements, tickLabels } from './time-axis.ts';

export type PlotStyle = {
  readonly kind: ChartKind;
  readonly span: Span;
  readonly zone: string;
  readonly format: (value: number) => string;
  /** Of the series, in their order, as a canvas takes them. */
  readonly colors: readonly string[];
  readonly textColor: string;
  readonly gridColor: string;
  readonly font: string;
};

/** How uPlot draws a chart; x is the middle of each span, in milliseconds since the epoch. */
export function plotOptions(style: PlotStyle, width: number, height: number): uPlot.Options {
  const half = spanLength[style.span] / 2;
  return {
    width,
    height,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), style.zone),
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: style.kind === 'lines', size: 7 } },
    scales: {
      x: { time: true, range: (_plot, first, last) => [(first ?? 0) - half, (last ?? 0) + half] },
      y: { range: (_plot, _least, most) => [0, most ? uPlot.rangeNum(0, most, 0.1, true)[1] : 1] },
    },
    series: [{}, ...style.colors.map((color) => (style.kind === 'lines' ? line(color) : bar(color, 2 * half)))],
    axes: [timeAxis(style), valueAxis(style)],
  };
}

const line = (color: string): uPlot.Series => ({
  stroke: color,
  width: 2,
  paths: brokenLines,
  points: { show: false, size: 4, fill: color, filter: (plot, index) => lineEnds([...(plot.data[index] ?? [])]) },
});

const bar = (color: string, length: number): uPlot.Series => ({
  fill: color,
  width: 0,
  paths: stackedBars(length),
  points: { show: false },
});

const timeAxis = ({ span, zone, textColor, gridColor, font }: PlotStyle): uPlot.Axis => ({
  stroke: textColor,
  font,
  space: 64,
  size: 44,
  incrs: tickIncrements(span),
  values: (_plot, ticks, _axis, _space, increment) => tickLabels(ticks, increment, zone),
  grid: { show: false },
  ticks: { stroke: gridColor, width: 1, size: 4 },
  border: { show: true, stroke: gridColor, width: 1 },
});

const characterWidth = 7;
const wholeSteps = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].flatMap((ten) => [ten, 2 * ten, 5 * ten]);

const valueAxis = ({ kind, textColor, gridColor, font, format }: PlotStyle): uPlot.Axis => ({
  stroke: textColor,
  font,
  space: 36,
  // Bars are counts: there is no half a call.
  ...(kind === 'stacked-bars' && { incrs: wholeSteps }),
  size: (_plot, values) => 16 + characterWidth * Math.max(0, ...(values ?? []).map((value) => value.length)),
  values: (_plot, ticks) => ticks.map(format),
  grid: { stroke: gridColor, width: 1 },
  ticks: { show: false },
});
