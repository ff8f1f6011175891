import type { RequestListener } from 'node:http';
import { keptMinutes, type LocalMetrics, type MetricSeries } from './metrics.ts';

const defaultMinutes = 5;

/**
 * Serves the metrics as a table in plain text: of the last five minutes, or of `?minutes=N`. Pages of other sites cannot
 * read it.
 */
export const createMetricsPage =
  ({ read }: Pick<LocalMetrics, 'read'>): RequestListener =>
  (incoming, outgoing) => {
    const { searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const minutes = Number(searchParams.get('minutes') ?? defaultMinutes);
    const isValid = Number.isInteger(minutes) && minutes >= 1 && minutes <= keptMinutes;
    outgoing.writeHead(isValid ? 200 : 400, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    outgoing.end(isValid ? metricsTable(read(minutes), minutes) : `minutes must be 1 to ${keptMinutes}.\n`);
  };

const headings = ['metric', 'dimensions', 'unit', 'count', 'sum', 'average', 'minimum', 'maximum'];

/** The metrics as a table in plain text. */
export function metricsTable(series: readonly MetricSeries[], minutes: number): string {
  const span = minutes === 1 ? 'this minute' : `the last ${minutes} minutes`;
  if (series.length === 0) return `No metrics in ${span}. Watch emits some every minute, the tally after each call.\n`;
  const rows = [headings, ...series.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, column, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `Metrics of ${span}, as the functions have emitted them\n\n${lines.join('\n')}\n`;
}

const cellsOf = ({ name, dimensions, unit, count, sum, minimum, maximum }: MetricSeries): string[] => [
  name,
  dimensions || '-',
  unit,
  ...[count, sum, sum / count, minimum, maximum].map((figure) => String(Math.round(figure * 100) / 100)),
];

const pad = (cell: string, column: number, width: number): string =>
  column < 3 ? cell.padEnd(width) : cell.padStart(width);
