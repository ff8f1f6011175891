import type { FakeRecurring } from '../objects/catalogue-objects.ts';

export type Period = { start: number; end: number };

/**
 * The period that begins at `start`, counted from the anchor: a subscription of the 31st renews on the last day of a
 * shorter month and on the 31st again after it. Seconds since 1970, in UTC.
 */
export function periodFrom(start: number, anchor: number, recurring: FakeRecurring): Period {
  for (let count = elapsedAtLeast(anchor, start, recurring); ; count += 1) {
    const end = addIntervals(anchor, recurring, count);
    if (end > start) return { start, end };
  }
}

const seconds = { month: 31 * 86_400, year: 366 * 86_400 };

/** A number of intervals that has passed for sure, so that the search above is short. */
const elapsedAtLeast = (anchor: number, start: number, { interval, interval_count: count }: FakeRecurring): number =>
  Math.max(1, Math.floor((start - anchor) / (seconds[interval] * count)));

function addIntervals(anchor: number, { interval, interval_count: size }: FakeRecurring, count: number): number {
  const date = new Date(anchor * 1000);
  const months = date.getUTCMonth() + size * count * (interval === 'year' ? 12 : 1);
  const year = date.getUTCFullYear();
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  const time = (anchor % 86_400) * 1000;
  return (Date.UTC(year, months, Math.min(date.getUTCDate(), lastDay)) + time) / 1000;
}
