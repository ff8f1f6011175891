import type uPlot from 'uplot';

/** Draws a series as lines that break off where a value is missing. uPlot's own are clipped there, with half a stroke. */
export const brokenLines: uPlot.Series.PathBuilder = (plot, seriesIndex, first, last) => {
  const stroke = new Path2D();
  const [moments = [], values = []] = [plot.data[0], plot.data[seriesIndex]];
  let isDrawing = false;
  for (let index = first; index <= last; index += 1) {
    const value = values[index];
    if (value != null) {
      const x = plot.valToPos(moments[index] ?? 0, 'x', true);
      const y = plot.valToPos(value, 'y', true);
      if (isDrawing) stroke.lineTo(x, y);
      else stroke.moveTo(x, y);
    }
    isDrawing = value != null;
  }
  return { stroke, fill: null, clip: null, flags: 0 };
};
