import { formatCount } from './numbers.ts';

/**
 * Formats figures that stand below each other: with the same unit and number of decimals, so that their digits align. A
 * missing figure is a dash.
 */
export type ColumnFormat = (figures: readonly (number | null | undefined)[]) => string[];

/** Columns of counts: every digit. */
export const formatCounts: ColumnFormat = (figures) => figures.map((figure) => shown(figure, formatCount));

/** Columns of shares of 0 to 1: `0.5%`, with as many decimals as the smallest one needs, but not over two. */
export const formatShares: ColumnFormat = (figures) => {
  const decimals = decimalsOf(figures.map((figure) => (figure ?? 0) * 100));
  const format = new Intl.NumberFormat('en-US', { style: 'percent', ...digits(decimals) });
  const least = 0.5 / 10 ** (decimals + 2);
  return figures.map((figure) =>
    shown(figure, (part) => (part > 0 && part < least ? `<${format.format(2 * least)}` : format.format(part))),
  );
};

/** Columns of milliseconds: `12 ms`, `1,250 ms`; with a decimal if all are short. */
export const formatLatencies: ColumnFormat = (figures) => {
  const peak = Math.max(0, ...figures.map((figure) => figure ?? 0));
  const decimals = peak < 10 ? Math.min(1, decimalsOf(figures.map((figure) => figure ?? 0))) : 0;
  const format = new Intl.NumberFormat('en-US', digits(decimals));
  const least = 0.5 / 10 ** decimals;
  return figures.map((figure) =>
    shown(figure, (time) => `${time > 0 && time < least ? `<${format.format(2 * least)}` : format.format(time)} ms`),
  );
};

const digits = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** 0 for whole figures, 2 if one is below 0.1, else 1. */
function decimalsOf(figures: readonly number[]): number {
  if (figures.every((figure) => Math.abs(figure - Math.round(figure)) < 1e-9)) return 0;
  return figures.some((figure) => figure > 1e-9 && figure < 0.095) ? 2 : 1;
}

const shown = (figure: number | null | undefined, format: (figure: number) => string): string =>
  figure == null ? '–' : format(figure);
