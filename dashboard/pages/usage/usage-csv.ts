import type { Figures, Usage } from '../../api/api.ts';
import { outcomeNames } from '../../format/outcomes.ts';
import { type Cell, toCsv } from './csv.ts';

const callNames = ['calls', 'errors', 'error_rate', ...outcomeNames];
const percentileNames = ['p50_ms', 'p95_ms', 'p99_ms'];

const callCells = ({ calls, errors, outcomes }: Pick<Figures, 'calls' | 'errors' | 'outcomes'>): Cell[] => [
  calls,
  errors,
  calls === 0 ? null : errors / calls,
  ...outcomeNames.map((outcome) => outcomes[outcome] ?? 0),
];

const percentileCells = ({ latency }: Figures): Cell[] => [latency?.p50, latency?.p95, latency?.p99];

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

const mostCallsFirst = <T extends Pick<Figures, 'calls'>>(byName: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(byName).toSorted(([, one], [, other]) => other.calls - one.calls);

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file's name that says what it holds: `sluice-usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, { from, to }: Pick<Usage, 'from' | 'to'>): string =>
  `sluice-usage-by-${by}_${inName(from)}Z_${inName(to)}Z.csv`;
