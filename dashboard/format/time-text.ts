import { minuteMs } from './durations.ts';

// The text of a date-time field: ISO order, 24 hours, no zone.

const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

const two = (part: number): string => String(part).padStart(2, '0');

/** A time as the text of a field: `2026-11-20 17:20`, with seconds if they are not zero. `zone` is `UTC` or the browser's. */
export function toTimeText(at: number, zone: string): string {
  // A date whose UTC parts are the parts in the zone.
  const shown = new Date(zone === 'UTC' ? at : at - new Date(at).getTimezoneOffset() * minuteMs);
  const date = shown.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const seconds = shown.getUTCSeconds() === 0 ? '' : `:${two(shown.getUTCSeconds())}`;
  return `${date} ${two(shown.getUTCHours())}:${two(shown.getUTCMinutes())}${seconds}`;
}

/**
 * The time in a text like `2026-11-20 17:20`, or the start of a day like `2026-11-20`, in ms since the epoch; undefined
 * if it is not such a text or there is no such day or time.
 */
export function fromTimeText(text: string, zone: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const shown = new Date(asUtc);
  // 31 February would become 3 March, and 25:00 the next day.
  const isReal =
    shown.getUTCMonth() === month - 1 && shown.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return undefined;
  return zone === 'UTC' ? asUtc : new Date(year, month - 1, day, hour, minute, second).getTime();
}
