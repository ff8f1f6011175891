import type { ChartValues } from './chart-series.ts';
import { type PlotScale, spanLeft, spanMiddle, valueTop } from './plot-scale.ts';

const widestGap = 4;

/** Bars from `bottoms` to `tops` as an SVG path. A value that is not 0 is at least one pixel high. */
export function barPath(scale: PlotScale, bottoms: ChartValues, tops: ChartValues): string {
  return tops
    .map((value, index) => {
      const [top, bottom] = [value ?? 0, bottoms[index] ?? 0];
      if (top <= bottom) return '';
      const left = spanLeft(scale, index);
      const width = spanLeft(scale, index + 1) - left;
      const right = left + Math.max(1, width - Math.min(Math.floor(width / 4), widestGap));
      const low = Math.round(valueTop(scale, bottom));
      const high = Math.min(low - 1, Math.round(valueTop(scale, top)));
      return `M${left} ${low}V${high}H${right}V${low}Z`;
    })
    .join('');
}

/** A line through the middles of spans as an SVG path, with gaps where values are missing. */
export const linePath = (scale: PlotScale, values: ChartValues): string =>
  values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = index === 0 || values[index - 1] == null;
      return `${isStart ? 'M' : 'L'}${point(scale, index, value)}`;
    })
    .join('');

/** Steps as wide as the spans as an SVG path, to compare with bars. */
export const stepPath = (scale: PlotScale, values: ChartValues): string =>
  values
    .map((value, index) => {
      const y = round(valueTop(scale, value ?? 0));
      return `${index === 0 ? 'M' : 'L'}${spanLeft(scale, index)} ${y}H${spanLeft(scale, index + 1)}`;
    })
    .join('');

/** Values between two gaps as an SVG path of dots, which need round line caps: no line shows them. */
export const dotPath = (scale: PlotScale, values: ChartValues): string =>
  values
    .map((value, index) => {
      const isAlone = values[index - 1] == null && values[index + 1] == null;
      return value !== null && isAlone ? `M${point(scale, index, value)}h0` : '';
    })
    .join('');

const point = (scale: PlotScale, index: number, value: number): string =>
  `${spanMiddle(scale, index)} ${round(valueTop(scale, value))}`;

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
