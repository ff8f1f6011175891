import type { Usage, UsageByKey } from '../../api/api.ts';
import { methodGroup } from '../../format/methods.ts';
import { capitalized } from '../../format/words.ts';
import type { HistoryFilter } from '../history/history-search.ts';

/** The figures of a part of a report: of a method, a network, a key, or of several combined. */
export type BreakdownRow = {
  readonly id: string;
  readonly name: string;
  /** Beside the name. */
  readonly note?: string;
  readonly calls: number;
  readonly errors: number;
  /** The calls of the period before, if it is compared with. */
  readonly callsBefore?: number | undefined;
  /** In ms, one per column; null if no node answered. Empty for several rows combined, because latencies do not add up. */
  readonly latencies: readonly (number | null)[];
  /** What limits History to these calls; undefined for several rows combined. */
  readonly filter?: Partial<HistoryFilter> | undefined;
};

type Figures = { readonly calls: number; readonly errors: number };
const noCalls: Figures = { calls: 0, errors: 0 };

/** The columns of networks and keys. */
export const percentileNames = ['p50', 'p95', 'p99'] as const;

/** Methods have a mean only: percentiles per method would double the cost of counting a call. */
export const meanName = ['Mean'] as const;

const percentilesOf = (latency: Usage['total']['latency'] | undefined) =>
  percentileNames.map((name) => latency?.[name] ?? null);

/** A row per method of a report, also of those with calls only in the period before. */
export function methodRows({ byMethod }: Pick<Usage, 'byMethod'>, before?: Pick<Usage, 'byMethod'>): BreakdownRow[] {
  return joined(byMethod, before?.byMethod).map(({ name, now, callsBefore }) => ({
    id: name,
    name: methodTitle(name),
    ...callsOf(now),
    callsBefore,
    latencies: [now?.meanLatency ?? null],
    filter: { method: name },
  }));
}

/** A method's name, or the title of a group of methods. */
export function methodTitle(name: string): string {
  const group = methodGroup(name);
  return group === undefined ? name : capitalized(group);
}

/** A row per network. */
export function networkRows(
  { byNetwork }: Pick<Usage, 'byNetwork'>,
  before?: Pick<Usage, 'byNetwork'>,
): BreakdownRow[] {
  return joined(byNetwork, before?.byNetwork).map(({ name, now, callsBefore }) => ({
    id: name,
    name,
    ...callsOf(now),
    callsBefore,
    latencies: percentilesOf(now?.latency),
    filter: { network: name },
  }));
}

/** A row per key. */
export function keyRows(keys: UsageByKey['keys'], before?: UsageByKey['keys']): BreakdownRow[] {
  const ids = new Set(keys.map(({ keyId }) => keyId));
  const gone = (before ?? []).filter(({ keyId }) => !ids.has(keyId));
  return [...keys, ...gone.map((key) => ({ ...key, ...noCalls, latency: null }))].map((key) => ({
    id: key.keyId,
    name: key.name,
    ...(key.state === 'revoked' && { note: 'revoked' }),
    ...callsOf(key),
    callsBefore: before && callsOf(before.find(({ keyId }) => keyId === key.keyId)).calls,
    latencies: percentilesOf(key.latency),
    filter: { key: key.keyId },
  }));
}

type ByName<T> = Readonly<Record<string, T>>;

/** Figures by name with those of the period before. A map, because a method may be named like a property of every object. */
function joined<T extends Figures>(byName: ByName<T>, before?: ByName<T>) {
  const [now, past] = [new Map(Object.entries(byName)), new Map(Object.entries(before ?? {}))];
  return [...new Set([...now.keys(), ...past.keys()])].map((name) => ({
    name,
    now: now.get(name),
    callsBefore: before && callsOf(past.get(name)).calls,
  }));
}

const callsOf = ({ calls, errors }: Figures = noCalls): Figures => ({ calls, errors });

/** Most calls first. */
export const byCalls = <Row extends Pick<BreakdownRow, 'calls' | 'name'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));

const maxRows = 10;

/** The rows with the most calls, and the others combined as `rest`. Calls and errors add up to those of all rows. */
export function topRows(rows: readonly BreakdownRow[], most = maxRows): { top: BreakdownRow[]; rest?: BreakdownRow } {
  const sorted = byCalls(rows);
  // A rest of one would need a row anyway, so show that row.
  const cut = sorted.length === most + 1 ? sorted.length : most;
  const others = sorted.slice(cut);
  return { top: sorted.slice(0, cut), ...(others.length > 0 && { rest: combined(others) }) };
}

const combined = (rows: readonly BreakdownRow[]): BreakdownRow => ({
  id: 'rest',
  name: `${rows.length} more`,
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  errors: rows.reduce((sum, { errors }) => sum + errors, 0),
  callsBefore:
    rows[0]?.callsBefore === undefined ? undefined : rows.reduce((sum, row) => sum + (row.callsBefore ?? 0), 0),
  latencies: [],
});
