import type { Figures, Usage } from '../../api/api.ts';
import { outcomeNames } from '../../format/outcomes.ts';
import { type Cell, toCsv } from './csv.ts';

const figureNames = ['calls', 'errors', 'error_rate', ...outcomeNames, 'p50_ms', 'p95_ms', 'p99_ms'];

const figureCells = ({ calls, errors, outcomes, latency }: Figures): Cell[] => [
  calls,
  errors,
  calls === 0 ? null : errors / calls,
  ...outcomeNames.map((outcome) => outcomes[outcome] ?? 0),
  latency?.p50,
  latency?.p95,
  latency?.p99,
];

/** The media type of the files (RFC 4180, section 3). */
export const csvType = 'text/csv;charset=utf-8';

/** The figures over time, a row for each point; `from` is when it begins, ISO 8601 in UTC. */
export const pointsCsv = ({ points }: Usage): string =>
  toCsv(
    ['from', ...figureNames],
    points.map(({ at, ...figures }) => [new Date(at).toISOString(), ...figureCells(figures)]),
  );

/** The figures of each part, most calls first; every part has a row. */
export const partsCsv = (kind: 'method' | 'network', byName: Readonly<Record<string, Figures>>): string =>
  toCsv(
    [kind, ...figureNames],
    Object.entries(byName)
      .toSorted(([, one], [, other]) => other.calls - one.calls)
      .map(([name, figures]) => [name, ...figureCells(figures)]),
  );

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file's name that says what it holds: `sluice-usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, { from, to }: Pick<Usage, 'from' | 'to'>): string =>
  `sluice-usage-by-${by}_${inName(from)}Z_${inName(to)}Z.csv`;
