import type { Activity } from '../../api/activity.ts';
import { dayMs } from '../../format/durations.ts';
import { formatDate } from '../../format/times.ts';

/** The changes of one day. */
type ActivityDay = { readonly day: string; readonly rows: readonly Activity[] };

/** Changes grouped by the day in a time zone, in their order; the last two days have names. */
export function activityDays(rows: readonly Activity[], zone: string, now: number): ActivityDay[] {
  const days = new Map<string, Activity[]>();
  for (const row of rows) {
    const day = formatDate(Date.parse(row.at), zone);
    const known = days.get(day);
    if (known) known.push(row);
    else days.set(day, [row]);
  }
  const names = new Map([
    [formatDate(now - dayMs, zone), 'Yesterday'],
    [formatDate(now, zone), 'Today'],
  ]);
  return [...days].map(([day, ofDay]) => ({ day: names.get(day) ?? day, rows: ofDay }));
}
