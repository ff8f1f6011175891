import type { ColumnFormat } from '../format/columns.ts';
import { type ChartKind, type ChartSeries, totalAt } from './chart-series.ts';

/** The figures of a span as text, in the order of the series; the last row may be their total. */
export type SpanFigures = {
  readonly rows: readonly {
    readonly series: ChartSeries;
    readonly now: string;
    readonly before?: string | undefined;
  }[];
  readonly total?: { readonly now: string; readonly before?: string | undefined };
};

/** The figures of a span. Bars add up, lines do not. */
export function spanFigures(
  kind: ChartKind,
  series: readonly ChartSeries[],
  index: number,
  format: ColumnFormat,
): SpanFigures {
  const past = series.flatMap(({ before }) => (before ? [before] : []));
  const isSummed = kind === 'stacked-bars' && series.length > 1;
  const now = series.map(({ values }) => values[index]);
  const before = series.map((one) => one.before?.[index]);
  const sums = isSummed
    ? [
        totalAt(
          series.map(({ values }) => values),
          index,
        ),
        totalAt(past, index),
      ]
    : [];
  const texts = format([...now, ...before, ...sums]);
  const [sum = '', sumBefore] = texts.slice(2 * series.length);
  const beforeText = (row: number) => (past.length > 0 ? texts[series.length + row] : undefined);
  return {
    rows: series.map((one, row) => ({ series: one, now: texts[row] ?? '', before: beforeText(row) })),
    ...(isSummed && { total: { now: sum, before: past.length > 0 ? sumBefore : undefined } }),
  };
}

/** The figures of a span as a sentence, for screen readers. */
export function figuresText({ rows, total }: SpanFigures): string {
  const text = (label: string, now: string, before: string | undefined) =>
    `${label} ${now}${before === undefined ? '' : `, before ${before}`}`;
  const parts = rows.map(({ series, now, before }) => text(series.label, now, before));
  return [...parts, ...(total ? [text('Total', total.now, total.before)] : [])].join('; ');
}
