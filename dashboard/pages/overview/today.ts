import type { Usage } from '../../api/api.ts';
import { dayMs, hourMs, minuteMs, startOf } from '../../format/durations.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The start of the UTC day before the current one, ISO 8601. */
export const startOfYesterday = (now: number): string => iso(startOf(now, dayMs) - dayMs);

/** The same hour of yesterday until the current minute. Figures by the hour cannot tell it from the rest of the hour. */
export const partOfHourYesterday = (now: number) => ({
  from: iso(startOf(now, hourMs) - dayMs),
  to: iso(startOf(now, minuteMs) + minuteMs - dayMs),
});

/** What a figure of today is compared with; nothing is said of a figure that was 0. */
export const sinceYesterday = (before: number): string => (before === 0 ? '' : 'from yesterday');

type Counts = { readonly calls: number; readonly errors: number };

/**
 * Yesterday's calls and errors up to the same time of the day.
 * @param byHour figures by the hour since the start of yesterday
 * @param part the report of {@link partOfHourYesterday}; at a full hour that of the hour before, until the new one arrives
 * @returns undefined if `part` is of the day before yesterday
 */
export function untilNowYesterday(
  byHour: Pick<Usage, 'from' | 'points'>,
  part: { readonly from: string; readonly total: Counts },
): Counts | undefined {
  const end = Date.parse(part.from);
  if (end < Date.parse(byHour.from)) return undefined;
  return total([...byHour.points.filter(({ at }) => Date.parse(at) < end), part.total]);
}

const total = (counts: readonly Counts[]): Counts => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  errors: counts.reduce((sum, { errors }) => sum + errors, 0),
});
