import type { UsageSpan } from '../api/usage.ts';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../format/durations.ts';
import { timeFormat } from '../format/times.ts';

/** The length of a span in milliseconds. */
export const spanLength: Readonly<Record<UsageSpan, number>> = { minute, hour, day };

/** The time zone of a chart's axis: `local`, but UTC for days, because usage days are UTC days. */
export const axisZone = (span: UsageSpan, local: string): string => (span === 'day' ? 'UTC' : local);

/** A distance between ticks: its usual length, and the number of the part of the calendar that a local time is in. */
type Increment = { readonly length: number; readonly slot: (local: number) => number };

const week = 7 * day;
/** The first Monday after the epoch. */
const monday = 4 * day;

const times = (length: number): Increment => ({
  length,
  slot: (local) => Math.floor((length % week === 0 ? local - monday : local) / length),
});
const months = (count: number): Increment => ({
  length: count * 31 * day,
  slot: (local) => {
    const date = new Date(local);
    return Math.floor((12 * date.getUTCFullYear() + date.getUTCMonth()) / count);
  },
});

const increments: readonly Increment[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => times(count * minute)),
  ...[1, 2, 3, 6, 12].map((count) => times(count * hour)),
  ...[1, 2, 3, 7, 14].map((count) => times(count * day)),
  ...[1, 2, 3, 6, 12].map(months),
];

/** A mark on the axis: at the start of a span, with one or two lines of text. */
export type TimeTick = { readonly index: number; readonly label: string };

/**
 * At most `most` ticks for spans that start at `at`: at full hours, midnights, Mondays or first days of months in a zone,
 * also if the clocks change in between.
 */
export function timeTicks(at: readonly number[], span: UsageSpan, zone: string, most: number): TimeTick[] {
  const [length, first = 0] = [spanLength[span], at[0]];
  const fits = (increment: Increment) => increment.length >= length && at.length * length <= most * increment.length;
  const increment = increments.find(fits) ?? months(24);
  const offset = offsetIn(zone);
  const slots = [first - length, ...at].map((start) => increment.slot(start + offset(start)));
  const indexes = [...at.keys()].filter((index) => slots[index] !== slots[index + 1]);
  const labels = tickLabels(
    indexes.map((index) => at[index] ?? 0),
    increment.length,
    zone,
  );
  return indexes.map((index, tick) => ({ index, label: labels[tick] ?? '' }));
}

/** How far a zone's clocks are ahead of UTC at a time, in milliseconds. */
function offsetIn(zone: string): (at: number) => number {
  const named = timeFormat(zone, { timeZoneName: 'longOffset' });
  return (at) => {
    const name = named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
  };
}

const format = (at: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  timeFormat(zone, options).format(at);

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const date = { day: 'numeric', month: 'short' } as const;

/**
 * The labels of ticks, `increment` milliseconds apart: `17:20`, or `20 Nov` for a day and more. A second line adds the
 * day, or the year, when it differs from the previous tick.
 */
export function tickLabels(ticks: readonly number[], increment: number, zone: string): string[] {
  const [own, context] = increment < day ? ([clock, date] as const) : ([date, { year: 'numeric' }] as const);
  let before: string | undefined;
  return ticks.map((tick) => {
    const around = format(tick, zone, context);
    const label = format(tick, zone, own);
    const isNew = around !== before;
    before = around;
    return isNew ? `${label}\n${around}` : label;
  });
}

/** The span that starts at a time, with its zone: `20 Nov 2026, 17:00–18:00 CET`, `20 Nov 2026, UTC`. */
export function formatSpan(at: number, span: UsageSpan, zone: string): string {
  const dated = format(at, zone, { ...date, year: 'numeric' });
  if (span === 'day') return `${dated}, ${zone}`;
  const named = format(at, zone, { ...clock, timeZoneName: 'short' });
  if (span === 'minute') return `${dated}, ${named}`;
  const [start, ...name] = named.split(' ');
  return `${dated}, ${start}–${format(at + hour, zone, clock)} ${name.join(' ')}`;
}

/** Whether a span that starts at a time is not over: its figures still grow. */
export const isRunning = (at: number, span: UsageSpan, now: number): boolean =>
  at <= now && now < at + spanLength[span];

/** {@link formatSpan}; of a running span with `so far`, as a low figure of it is no drop of traffic. */
export const spanTitle = (at: number, span: UsageSpan, zone: string, now: number): string =>
  `${formatSpan(at, span, zone)}${isRunning(at, span, now) ? ', so far' : ''}`;
