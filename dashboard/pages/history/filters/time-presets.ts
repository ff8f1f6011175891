import { dayMs, hourMs, minuteMs, startOf } from '../../../format/durations.ts';
import { formatDays } from '../../../format/times.ts';
import type { HistoryFilter } from '../history-search.ts';

/** A range that ends now. */
export type TimePreset = {
  readonly label: string;
  /** ISO 8601; undefined for the whole history. */
  readonly from: string | undefined;
};

/**
 * The ranges to choose from with one click, as far as the plan keeps requests. Today is the UTC day in every time zone, as
 * in quotas and the figures of other pages, and says so in other zones.
 */
export function timePresets(now: number, historyDays: number, zone: string): TimePreset[] {
  const minute = startOf(now, minuteMs);
  const recent = [
    { label: 'Last hour', at: minute - hourMs },
    { label: zone === 'UTC' ? 'Today' : 'Today in UTC', at: startOf(now, dayMs) },
    { label: 'Last 7 days', at: minute - 7 * dayMs },
  ].filter(({ at }) => at > now - historyDays * dayMs);
  return [
    ...recent.map(({ label, at }) => ({ label, from: new Date(at).toISOString() })),
    { label: historyDays === 1 ? 'Whole day' : `All ${formatDays(historyDays)}`, from: undefined },
  ];
}

/** Whether a filter has this range. A range that was chosen some minutes ago is longer by now. */
export const isChosen = ({ from }: TimePreset, filter: Pick<HistoryFilter, 'from' | 'to'>): boolean =>
  filter.to === undefined &&
  (from === undefined || filter.from === undefined
    ? from === filter.from
    : Math.abs(Date.parse(from) - Date.parse(filter.from)) < 2 * minuteMs);
