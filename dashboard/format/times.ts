import { dayMs, hourMs, minuteMs } from './durations.ts';
import { shownTimeZone } from './time-zone.ts';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** Making a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of times in a zone, made once. */
export function timeFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${timeZone} ${Object.entries(options).join()}`;
  const known = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  formats.set(name, known);
  return known;
}

const format = (at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  timeFormat(timeZone, options).format(at);

/** An absolute time with its zone: `20 Nov 2026, 17:20:05 UTC`. */
export const formatAbsolute = (at: number, zone = shownTimeZone()): string =>
  format(at, zone, { ...day, ...clock, second: '2-digit' });

/** A date: `20 Nov 2026`. */
export const formatDate = (at: number, zone = shownTimeZone()): string => format(at, zone, day);

/** The time of day with its zone: `17:20 UTC`. */
export const formatClock = (at: number, zone = shownTimeZone()): string => format(at, zone, clock);

const steps = [
  { unit: 'day', milliseconds: dayMs },
  { unit: 'hour', milliseconds: hourMs },
  { unit: 'minute', milliseconds: minuteMs },
] as const;

/** A time relative to now: `3 minutes ago`, `in 5 hours`, `just now`. Two clocks may differ by seconds. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  for (const { unit, milliseconds } of steps) {
    if (Math.abs(distance) >= milliseconds) return relative(Math.trunc(distance / milliseconds), unit);
  }
  if (Math.abs(distance) < 10_000) return 'just now';
  return relative(Math.trunc(distance / 1_000), 'second');
}

/** As Intl.RelativeTimeFormat, which takes a phone 60 ms to make, on every page. */
function relative(count: number, unit: string): string {
  if (unit === 'day' && Math.abs(count) === 1) return count < 0 ? 'yesterday' : 'tomorrow';
  const amount = `${Math.abs(count)} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
  return count < 0 ? `${amount} ago` : `in ${amount}`;
}

/** The remaining time to the second: `1d 02:03:04`, `02:03:04`; zeros when it is over. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const days = Math.floor(seconds / 86_400);
  const [hours, minutes, rest] = [
    Math.floor((seconds % 86_400) / 3_600),
    Math.floor((seconds % 3_600) / 60),
    seconds % 60,
  ];
  const time = [hours, minutes, rest].map((part) => String(part).padStart(2, '0')).join(':');
  return days > 0 ? `${days}d ${time}` : time;
}

/** A number of days: `1 day`, `30 days`. */
export const formatDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** A duration without fractions, rounded up: `1 s`, `12 min`, `5 h 12 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = `${Math.floor(minutes / 60)} h`;
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`;
}
