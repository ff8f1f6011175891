import type { UsageSpan } from '../api/usage.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The length of a span in milliseconds. */
export const spanLength: Readonly<Record<UsageSpan, number>> = { minute, hour, day };

/** The time zone of a chart's axis: `local`, but UTC for days, because usage days are UTC days. */
export const axisZone = (span: UsageSpan, local: string): string => (span === 'day' ? 'UTC' : local);

const increments = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365].map((count) => count * day),
];

/** The possible distances between ticks in milliseconds, never shorter than a span. */
export const tickIncrements = (span: UsageSpan): number[] =>
  increments.filter((increment) => increment >= spanLength[span]);

const format = (at: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(at);

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
