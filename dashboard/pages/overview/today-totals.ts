import type { Key } from '../../api/api.ts';

/** Where all keys together stand today. */
export type TodayTotals = {
  readonly calls: number;
  /** What all keys together may still make and have made: each key has a quota of its own. */
  readonly quota: number;
  /** When the UTC day ends, in ms since the epoch; undefined where there is no key to tell it. */
  readonly resetsAt: number | undefined;
  /** How many keys' counters could not be read. */
  readonly unknown: number;
};

/** Adds the counters of the keys up. */
export function todayTotals(keys: readonly Key[]): TodayTotals {
  const counted = keys.flatMap(({ calls }) => calls ?? []);
  return {
    calls: counted.reduce((sum, { today }) => sum + today, 0),
    quota: keys.reduce((sum, { limits }) => sum + limits.callsPerDay, 0),
    resetsAt: counted[0] && Date.parse(counted[0].resetsAt),
    unknown: keys.length - counted.length,
  };
}

/** The busiest first, by their calls of today; those that are equal stay in their order. */
export const byCallsToday = (keys: readonly Key[]): readonly Key[] =>
  keys.toSorted((one, other) => (other.calls?.today ?? 0) - (one.calls?.today ?? 0));

const hour = 3_600_000;

/** How many hours the overview looks back, the one that runs included. */
export const hoursBack = 24;

/** The overview's range at a moment: the hour that runs and those before it, hour by hour. The same for a whole hour. */
export function last24Hours(now: number) {
  const runningHour = Math.floor(now / hour) * hour;
  return { from: new Date(runningHour - (hoursBack - 1) * hour).toISOString(), span: 'hour' } as const;
}
