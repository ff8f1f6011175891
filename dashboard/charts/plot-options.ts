import uPlot from 'uplot';
import type { UsageSpan } from '../api/usage.ts';
import { type ChartKind, lineEnds } from './chart-series.ts';
import { spanLength, tickIncrements, tickLabels } from './time-axis.ts';

export type PlotStyle = {
  readonly kind: ChartKind;
  readonly span: UsageSpan;
  readonly zone: string;
  readonly format: (value: number) => string;
  /** Canvas colors of the series, in order. */
  readonly colors: readonly string[];
  readonly textColor: string;
  readonly gridColor: string;
  readonly font: string;
};

/** uPlot's options for a chart. x is the middle of each span, in epoch milliseconds. */
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
  paths: linesWithGaps,
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
  // Bars are counts, so the ticks are whole numbers.
  ...(kind === 'stacked-bars' && { incrs: wholeSteps }),
  size: (_plot, values) => 16 + characterWidth * Math.max(0, ...(values ?? []).map((value) => value.length)),
  values: (_plot, ticks) => ticks.map(format),
  grid: { stroke: gridColor, width: 1 },
  ticks: { show: false },
});

const widestGap = 4;

/**
 * Draws a series as stacked bars that fill their spans, with edges on whole device pixels.
 * @param length of a span, in units of x
 */
const stackedBars =
  (length: number): uPlot.Series.PathBuilder =>
  (plot, seriesIndex, first, last) => {
    const fill = new Path2D();
    const [times = [], tops = [], bottoms] = [plot.data[0], plot.data[seriesIndex], plot.data[seriesIndex - 1]];
    const toPixel = (value: number, scale: 'x' | 'y') => Math.round(plot.valToPos(value, scale, true));
    for (let index = first; index <= last; index += 1) {
      const middle = times[index] ?? 0;
      const left = toPixel(middle - length / 2, 'x');
      const width = toPixel(middle + length / 2, 'x') - left;
      const gap = Math.min(Math.floor(width / 4), widestGap);
      const top = toPixel(tops[index] ?? 0, 'y');
      const bottom = toPixel(seriesIndex > 1 ? (bottoms?.[index] ?? 0) : 0, 'y');
      fill.rect(left, top, Math.max(1, width - gap), bottom - top);
    }
    return { fill, stroke: null, clip: null, flags: 0 };
  };

/** Draws a series as lines with gaps where values are missing. uPlot's own lines are clipped at a gap, in mid-stroke. */
const linesWithGaps: uPlot.Series.PathBuilder = (plot, seriesIndex, first, last) => {
  const stroke = new Path2D();
  const [times = [], values = []] = [plot.data[0], plot.data[seriesIndex]];
  let isDrawing = false;
  for (let index = first; index <= last; index += 1) {
    const value = values[index];
    if (value != null) {
      const x = plot.valToPos(times[index] ?? 0, 'x', true);
      const y = plot.valToPos(value, 'y', true);
      if (isDrawing) stroke.lineTo(x, y);
      else stroke.moveTo(x, y);
    }
    isDrawing = value != null;
  }
  return { stroke, fill: null, clip: null, flags: 0 };
};
