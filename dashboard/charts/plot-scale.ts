/** Where a plot is inside its drawing, and what it shows, in CSS pixels. */
export type PlotScale = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The number of spans, side by side. */
  readonly count: number;
  /** The value at the upper edge. */
  readonly most: number;
};

/** The left edge of a span, on a whole pixel so that bars are sharp; `count` is the right edge of the last one. */
export const spanLeft = ({ left, right, count }: PlotScale, index: number): number =>
  Math.round(left + ((right - left) * index) / Math.max(1, count));

/** The middle of a span. */
export const spanMiddle = (scale: PlotScale, index: number): number =>
  (spanLeft(scale, index) + spanLeft(scale, index + 1)) / 2;

/** The height of a value. */
export const valueTop = ({ top, bottom, most }: PlotScale, value: number): number =>
  bottom - ((bottom - top) * value) / most;

/** The span at a distance from the drawing's left edge; undefined outside the plot. */
export function spanAt(scale: PlotScale, x: number): number | undefined {
  const { left, right, count } = scale;
  if (x < left || x >= right || count === 0) return undefined;
  return Math.min(count - 1, Math.floor(((x - left) / (right - left)) * count));
}

/** The value at a distance from the drawing's upper edge. */
export const valueAt = ({ top, bottom, most }: PlotScale, y: number): number => ((bottom - y) / (bottom - top)) * most;
