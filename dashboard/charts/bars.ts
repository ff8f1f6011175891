import type uPlot from 'uplot';

const widestGap = 4;

/**
 * Draws a series as bars that fill their spans, each on top of the series before it, with edges on whole device pixels.
 * @param length of a span, on the scale of x
 */
export const stackedBars =
  (length: number): uPlot.Series.PathBuilder =>
  (plot, seriesIndex, first, last) => {
    const fill = new Path2D();
    const [moments = [], tops = [], bottoms] = [plot.data[0], plot.data[seriesIndex], plot.data[seriesIndex - 1]];
    const place = (value: number, scale: 'x' | 'y') => Math.round(plot.valToPos(value, scale, true));
    for (let index = first; index <= last; index += 1) {
      const middle = moments[index] ?? 0;
      const left = place(middle - length / 2, 'x');
      const width = place(middle + length / 2, 'x') - left;
      const gap = Math.min(Math.floor(width / 4), widestGap);
      const top = place(tops[index] ?? 0, 'y');
      const bottom = place(seriesIndex > 1 ? (bottoms?.[index] ?? 0) : 0, 'y');
      fill.rect(left, top, Math.max(1, width - gap), bottom - top);
    }
    return { fill, stroke: null, clip: null, flags: 0 };
  };
