import { dayMs } from '../time.ts';

/** The spans of time that calls are tallied by, and how long each tally is kept, in seconds. */
export const tallySpans = {
  /** Two days, as the dashboard's finest view. */
  minute: { length: 'YYYY-MM-DDTHH:MM'.length, keepSeconds: 2 * 86_400 },
  /** Beyond the longest history of any plan, so that a year can be set beside the year before. */
  hour: { length: 'YYYY-MM-DDTHH'.length, keepSeconds: 400 * 86_400 },
} as const;

export type TallySpan = keyof typeof tallySpans;

/** The UTC minute or hour a moment lies in, like `2026-11-20T14:25` or `2026-11-20T14`. */
export const bucketOf = (span: TallySpan, at: number): string =>
  new Date(at).toISOString().slice(0, tallySpans[span].length);

/** What a point of a series may stand for. Days are UTC days, added up from their hours. */
export const usageSpans = ['minute', 'hour', 'day'] as const;

export type UsageSpan = (typeof usageSpans)[number];

/** The most points one request may ask for: a day of minutes, or two months of hours. */
export const maxPoints = 1_500;

/** From `from` until before `to`, in ms since the epoch. */
export type UsageRange = { readonly from: number; readonly to: number; readonly span: UsageSpan };

const lengthMs: Readonly<Record<UsageSpan, number>> = { minute: 60_000, hour: 3_600_000, day: dayMs };

/** The tallies that a span's figures come from. */
export const tallySpanOf = (span: UsageSpan): TallySpan => (span === 'minute' ? 'minute' : 'hour');

/** The point that a tally's bucket belongs to, by the beginning of its name: the bucket itself, or an hour's day. */
export const pointOf = (span: UsageSpan, bucket: string): string =>
  span === 'day' ? bucket.slice(0, 'YYYY-MM-DD'.length) : bucket;

/**
 * The whole minutes, hours or UTC days that a range touches: it is widened to them, never narrowed.
 * @throws {UsageRangeError} unless `from` is before `to`, its span has begun and is still kept whole (two days of minutes,
 * 400 days of hours and days), and the range has at most {@link maxPoints} points
 */
export function wholeSpans({ from, to, span }: UsageRange, now: number): UsageRange {
  if (!(from < to)) throw new UsageRangeError('The range must begin before it ends.');
  const length = lengthMs[span];
  const keepMs = tallySpans[tallySpanOf(span)].keepSeconds * 1_000;
  const start = Math.floor(from / length) * length;
  const end = Math.ceil(to / length) * length;
  if (start > now) throw new UsageRangeError(`The range begins in the future: no ${span} of it has begun.`);
  if (start < now - keepMs) {
    const earliest = new Date(Math.ceil((now - keepMs) / length) * length).toISOString();
    throw new UsageRangeError(`Usage by ${span} is kept for ${keepMs / dayMs} days: begin at ${earliest} or later.`);
  }
  const points = (end - start) / length;
  if (points > maxPoints) {
    const advice = span === 'day' ? 'Ask for less.' : 'Ask for less, or for longer spans.';
    throw new UsageRangeError(
      `The range has ${points} ${span}s, and one request gives at most ${maxPoints}. ${advice}`,
    );
  }
  return { from: start, to: end, span };
}

/** The beginnings of the spans in a range of whole ones, in order. */
export function* startsOf({ from, to, span }: UsageRange): Generator<number> {
  for (let at = from; at < to; at += lengthMs[span]) yield at;
}

/** A range of usage that cannot be asked for; the message says what can. */
export class UsageRangeError extends Error {
  override readonly name = 'UsageRangeError';
  readonly code = 'invalid_range';
}
