import type { Usage, UsageFigures } from '../../api/api.ts';
import { type CsvCell, toCsv } from '../../format/csv.ts';
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

/** The figures over time, one row per point; `from` is its start, ISO 8601 in UTC. */
export const pointsCsv = ({ points }: Usage): string =>
  toCsv(
    ['from', ...callNames, ...percentileNames],
    points.map(({ at, ...figures }) => [
      new Date(at).toISOString(),
      ...callCells(figures),
      ...percentileCells(figures),
    ]),
  );

/** The figures of all methods, most calls first. */
export const methodsCsv = (byMethod: Usage['byMethod']): string =>
  toCsv(
    ['method', ...callNames, 'mean_ms'],
    mostCallsFirst(byMethod).map(([name, figures]) => [name, ...callCells(figures), figures.meanLatency]),
  );

/** The figures of all networks, most calls first. */
export const networksCsv = (byNetwork: Usage['byNetwork']): string =>
  toCsv(
    ['network', ...callNames, ...percentileNames],
    mostCallsFirst(byNetwork).map(([name, figures]) => [name, ...callCells(figures), ...percentileCells(figures)]),
  );

const mostCallsFirst = <T extends Pick<UsageFigures, 'calls'>>(byName: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(byName).toSorted(([, one], [, other]) => other.calls - one.calls);

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file name with the content and its range: `usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, { from, to }: Pick<Usage, 'from' | 'to'>): string =>
  `usage-by-${by}_${inName(from)}Z_${inName(to)}Z.csv`;
