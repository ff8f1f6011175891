import type { Choice } from '../../../components/select.tsx';
import { dayMs, startOf } from '../../../format/durations.ts';
import { formatDate } from '../../../format/times.ts';
import type { UsageSearch } from '../usage-search.ts';

/** The choice of no day. */
export const noDay = 'none';

/** The UTC days of which requests are kept, newest first. */
export function dayChoices(historyDays: number, now: number): Choice<string>[] {
  const today = startOf(now, dayMs);
  const days = Array.from({ length: historyDays + 1 }, (_, index) => today - index * dayMs);
  return [
    { value: noDay, label: 'The range above' },
    ...days.map((at, index) => ({
      value: new Date(at).toISOString(),
      label: ['Today', 'Yesterday'][index] ?? formatDate(at, 'UTC'),
    })),
  ];
}

/** A day as a custom range; without a day the page's default range. */
export const rangeOfDay = (day: string): Pick<UsageSearch, 'range' | 'from' | 'to' | 'span'> =>
  day === noDay
    ? { range: undefined, from: undefined, to: undefined, span: undefined }
    : { range: 'custom', from: day, to: new Date(Date.parse(day) + dayMs).toISOString(), span: undefined };

/** The day that the search parameters have as a range. */
export function dayOfRange({ from, to }: Pick<UsageSearch, 'from' | 'to'>): string {
  if (from === undefined || to === undefined) return noDay;
  const at = Date.parse(from);
  return at === startOf(at, dayMs) && Date.parse(to) === at + dayMs ? new Date(at).toISOString() : noDay;
}
