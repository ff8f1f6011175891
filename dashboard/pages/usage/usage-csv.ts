import { type Columns, tableOf, toCsv } from '../../../src/csv.ts';
import {
  keyUsageColumns,
  methodUsageColumns,
  networkUsageColumns,
  splitUsageColumns,
  splitUsageRows,
  usageColumns,
} from '../../../src/management-api/schemas/csv-columns.ts';
import type { Usage, UsageByKey, UsageFigures, UsageSplit } from '../../api/api.ts';
import { toTimeText } from '../../format/time-text.ts';
import { byCalls } from './breakdown-rows.ts';
import type { ErrorCodeRow, OutcomeRow } from './outcome-rows.ts';

/** The figures over time, one row per point; the last column has the start of the point in `zone` if that is not UTC. */
export function pointsCsv({ points }: Pick<Usage, 'points'>, zone = 'UTC'): string {
  const local = { [`atIn${zone}`]: ({ at }: { readonly at: string }) => toTimeText(Date.parse(at), zone) };
  return toCsv(tableOf(zone === 'UTC' ? usageColumns : { ...usageColumns, ...local }, points));
}

/** The figures over time by key, method or network, a row per time and part: columns as the API's. */
export const splitCsv = (split: UsageSplit): string => toCsv(tableOf(splitUsageColumns, splitUsageRows(split)));

/** The figures of all methods, most calls first. */
export const methodsCsv = ({ byMethod }: Pick<Usage, 'byMethod'>): string =>
  toCsv(
    tableOf(
      methodUsageColumns,
      named(byMethod).map(({ name, ...figures }) => ({ method: name, ...figures })),
    ),
  );

/** The figures of all networks, most calls first. */
export const networksCsv = ({ byNetwork }: Pick<Usage, 'byNetwork'>): string =>
  toCsv(
    tableOf(
      networkUsageColumns,
      named(byNetwork).map(({ name, ...figures }) => ({ network: name, ...figures })),
    ),
  );

/** The figures of all keys with calls, most calls first. */
export const keysCsv = (keys: UsageByKey['keys']): string => toCsv(tableOf(keyUsageColumns, byCalls(keys)));

/** The calls by outcome, also of the period before if there is one. */
export const outcomesCsv = (rows: readonly OutcomeRow[]): string => toCsv(tableOf(outcomeColumns, rows));

const outcomeColumns: Columns<OutcomeRow> = {
  outcome: ({ id }) => id,
  calls: ({ calls }) => calls,
  callsBefore: ({ callsBefore }) => callsBefore,
  meaning: ({ meaning }) => meaning,
};

/** The RPC errors by network and code. A code is a number or `other`. */
export const errorCodesCsv = (rows: readonly ErrorCodeRow[]): string => toCsv(tableOf(errorCodeColumns, rows));

const errorCodeColumns: Columns<ErrorCodeRow> = {
  network: ({ network }) => network,
  code: ({ code }) => (code === 'other' ? code : Number(code)),
  calls: ({ calls }) => calls,
  callsBefore: ({ callsBefore }) => callsBefore,
  meaning: ({ meaning }) => meaning,
};

const named = <T extends Pick<UsageFigures, 'calls'>>(byName: Readonly<Record<string, T>>) =>
  byCalls(Object.entries(byName).map(([name, figures]) => ({ name, ...figures })));

const inName = (at: string): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');

/** A file name with the content and its range: `usage-by-hour_2026-11-19T1800Z_2026-11-20T1800Z.csv`. */
export const csvName = (by: string, range: Pick<Usage, 'from' | 'to'>): string =>
  `usage-by-${by}_${timesInName(range)}.csv`;

export const timesInName = ({ from, to }: Pick<Usage, 'from' | 'to'>): string => `${inName(from)}Z_${inName(to)}Z`;
