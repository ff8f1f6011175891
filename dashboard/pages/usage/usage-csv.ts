import type { Usage, UsageByKey, UsageFigures } from '../../api/api.ts';
import { type CsvCell, toCsv } from '../../format/csv.ts';
import { outcomeNames } from '../../format/outcomes.ts';
import { toTimeText } from '../../format/time-text.ts';
import { byCalls } from './breakdown-rows.ts';
import type { ErrorCodeRow, OutcomeRow } from './outcome-rows.ts';

type Calls = Pick<UsageFigures, 'calls' | 'errors' | 'outcomes'>;

const callNames = ['calls', 'errors', 'error_rate', ...outcomeNames];
const percentileNames = ['p50_ms', 'p95_ms', 'p99_ms'];

const callCells = ({ calls, errors, outcomes }: Calls): CsvCell[] => [
  calls,
  errors,
  calls === 0 ? null : errors / calls,
  ...outcomeNames.map((outcome) => outcomes[outcome] ?? 0),
];

const percentileCells = ({ latency }: Pick<UsageFigures, 'latency'>): CsvCell[] => [
  latency?.p50,
  latency?.p95,
  latency?.p99,
];

/** The figures over time, one row per point; `from` is its start, ISO 8601 in UTC, and also in `zone` if that is another. */
export function pointsCsv({ points }: Pick<Usage, 'points'>, zone = 'UTC'): string {
  const local = zone === 'UTC' ? [] : [`from_in_${zone}`];
  return toCsv(
    ['from', ...local, ...callNames, ...percentileNames],
    points.map(({ at, ...figures }) => [
      new Date(at).toISOString(),
      ...local.map(() => toTimeText(Date.parse(at), zone)),
      ...callCells(figures),
      ...percentileCells(figures),
    ]),
  );
}

/** The figures of all methods, most calls first. */
export const methodsCsv = ({ byMethod }: Pick<Usage, 'byMethod'>): string =>
  toCsv(
    ['method', ...callNames, 'mean_ms'],
    named(byMethod).map(({ name, ...figures }) => [name, ...callCells(figures), figures.meanLatency]),
  );

/** The figures of all networks, most calls first. */
export const networksCsv = ({ byNetwork }: Pick<Usage, 'byNetwork'>): string =>
  toCsv(
    ['network', ...callNames, ...percentileNames],
    named(byNetwork).map(({ name, ...figures }) => [name, ...callCells(figures), ...percentileCells(figures)]),
  );

/** The figures of all keys with calls, most calls first. */
export const keysCsv = (keys: UsageByKey['keys']): string =>
  toCsv(
    ['key', 'key_id', 'state', ...callNames, ...percentileNames],
    byCalls(keys).map((key) => [key.name, key.keyId, key.state, ...callCells(key), ...percentileCells(key)]),
  );

/** The calls by outcome, also of the period before if there is one. */
export const outcomesCsv = (rows: readonly OutcomeRow[]): string =>
  toCsv(
    ['outcome', 'calls', 'calls_before', 'meaning'],
    rows.map(({ id, meaning, calls, callsBefore }) => [id, calls, callsBefore, meaning]),
  );

/** The RPC errors by network and code. A code is a number or `other`. */
export const errorCodesCsv = (rows: readonly ErrorCodeRow[]): string =>
  toCsv(
    ['network', 'code', 'calls', 'calls_before', 'meaning'],
    rows.map(({ network, code, meaning, calls, callsBefore }) => [
      network,
      code === 'other' ? code : Number(code),
      calls,
      callsBefore,
      meaning,
    ]),
  );

const named = <T extends Pick<UsageFigures, 'calls'>>(byName: Readonly<Record<string, T>>) =>
  byCalls(Object.entries(byName).map(([name, figures]) => ({ name, ...figures })));

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file name with the content and its range: `usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, { from, to }: Pick<Usage, 'from' | 'to'>): string =>
  `usage-by-${by}_${inName(from)}Z_${inName(to)}Z.csv`;
