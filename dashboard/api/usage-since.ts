import { dayMs, hourMs, startOf } from '../format/durations.ts';
import type { Usage } from './api.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The start of the current UTC day, ISO 8601. Quotas start again then. */
export const startOfToday = (now: number): string => iso(startOf(now, dayMs));

/** The start of the last 24 hours, the current one included, ISO 8601. It changes once an hour, and the query with it. */
export const lastDayFrom = (now: number): string => iso(startOf(now, hourMs) + hourMs - dayMs);

/** A report, unless it starts on an earlier day: the last report stays visible while that of a new day loads. */
export const reportSince = <Report extends Pick<Usage, 'from'>>(
  from: string,
  report: Report | undefined,
): Report | undefined => (report && Date.parse(report.from) === Date.parse(from) ? report : undefined);
