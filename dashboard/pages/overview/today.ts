import type { Usage } from '../../api/api.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const startOf = (at: number, length: number): number => Math.floor(at / length) * length;
const iso = (at: number): string => new Date(at).toISOString();

/** The start of the current UTC day, ISO 8601. Quotas start again then. */
export const startOfToday = (now: number): string => iso(startOf(now, day));

/** The start of the UTC day before, ISO 8601. */
export const startOfYesterday = (now: number): string => iso(startOf(now, day) - day);

/** The same hour of yesterday until the current minute. Figures by the hour cannot tell it from the rest of the hour. */
export const partOfHourYesterday = (now: number) => ({
  from: iso(startOf(now, hour) - day),
  to: iso(startOf(now, minute) + minute - day),
});

type Counts = { readonly calls: number; readonly errors: number };

/**
 * Yesterday's calls and errors up to the same time of the day.
 * @param byHour figures by the hour since the start of yesterday
 * @param part the total of {@link partOfHourYesterday}
 */
export function untilNowYesterday(byHour: Pick<Usage, 'points'>, part: Counts, now: number): Counts {
  const end = startOf(now, hour) - day;
  return total([...byHour.points.filter(({ at }) => Date.parse(at) < end), part]);
}

const total = (counts: readonly Counts[]): Counts => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  errors: counts.reduce((sum, { errors }) => sum + errors, 0),
});
