import type { Usage, UsageFigures } from '../../api/api.ts';
import { outcomeNames } from '../../format/outcomes.ts';

const callNames = ['calls', 'errors', 'error_rate', ...outcomeNames];
const percentileNames = ['p50_ms', 'p95_ms', 'p99_ms'];

const callCells = ({ calls, errors, outcomes }: Pick<UsageFigures, 'calls' | 'errors' | 'outcomes'>): CsvCell[] => [
  calls,
  errors,
  calls === 0 ? null : errors / calls,
  ...outcomeNames.map((outcome) => outcomes[outcome] ?? 0),
];

const percentileCells = ({ latency }: UsageFigures): CsvCell[] => [latency?.p50, latency?.p95, latency?.p99];

/** The media type of the files (RFC 4180, section 3). */
export const csvType = 'text/csv;charset=utf-8';

/** The figures over time, a row for each point; `from` is when it begins, ISO 8601 in UTC. */
export const pointsCsv = ({ points }: Usage): string =>
  toCsv(
    ['from', ...callNames, ...percentileNames],
    points.map(({ at, ...figures }) => [
      new Date(at).toISOString(),
      ...callCells(figures),
      ...percentileCells(figures),
    ]),
  );

/** The figures of each method, most calls first; every method has a row. */
export const methodsCsv = (byMethod: Usage['byMethod']): string =>
  toCsv(
    ['method', ...callNames, 'mean_ms'],
    mostCallsFirst(byMethod).map(([name, figures]) => [name, ...callCells(figures), figures.meanLatency]),
  );

/** The same of each network. */
export const networksCsv = (byNetwork: Usage['byNetwork']): string =>
  toCsv(
    ['network', ...callNames, ...percentileNames],
    mostCallsFirst(byNetwork).map(([name, figures]) => [name, ...callCells(figures), ...percentileCells(figures)]),
  );

const mostCallsFirst = <T extends Pick<UsageFigures, 'calls'>>(byName: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(byName).toSorted(([, one], [, other]) => other.calls - one.calls);

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file's name that says what it holds: `sluice-usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, { from, to }: Pick<Usage, 'from' | 'to'>): string =>
  `sluice-usage-by-${by}_${inName(from)}Z_${inName(to)}Z.csv`;

/** What a cell of a CSV file may hold; undefined and null leave it empty. */
export type CsvCell = string | number | null | undefined;

/** A CSV file's text (RFC 4180): a header row, a row for each row, CRLF after each. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');

function field(cell: CsvCell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that no spreadsheet takes for a formula: with a quote before the characters that begin one, in their wide forms too
 * (OWASP, "CSV injection"). Names of methods come from whoever calls them.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
