import type { Key } from '../../api/api.ts';

/** The totals of all keys today. */
type TodayTotals = {
  readonly calls: number;
  /** The end of the UTC day in epoch milliseconds; undefined if no key has counters. */
  readonly resetsAt: number | undefined;
  /** The number of keys whose counters could not be read. */
  readonly unknown: number;
};

/** Adds up the counters of the keys. */
export function todayTotals(keys: readonly Key[]): TodayTotals {
  const counted = keys.flatMap(({ calls }) => calls ?? []);
  return {
    calls: counted.reduce((sum, { today }) => sum + today, 0),
    resetsAt: counted[0] && Date.parse(counted[0].resetsAt),
    unknown: keys.length - counted.length,
  };
}

/** The keys sorted by today's calls, most first; the sort is stable. */
export const byCallsToday = (keys: readonly Key[]): readonly Key[] =>
  keys.toSorted((one, other) => (other.calls?.today ?? 0) - (one.calls?.today ?? 0));

const hour = 3_600_000;

/** The number of hours that the overview shows, including the current one. */
const hoursBack = 24;

/** The overview's range: the current hour and the hours before it. It changes once an hour. */
export function last24Hours(now: number) {
  const currentHour = Math.floor(now / hour) * hour;
  return { from: new Date(currentHour - (hoursBack - 1) * hour).toISOString(), span: 'hour' } as const;
}
