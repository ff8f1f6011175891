import { errorClass } from '../error-class.ts';
import { dayMs, type EpochMs, hourMs, minuteMs, secondsPerDay } from '../time.ts';

export const tallySpans = {
  /** Two days, for the dashboard's finest view. */
  minute: { length: 'YYYY-MM-DDTHH:MM'.length, keepSeconds: 2 * secondsPerDay },
  /** Longer than any plan's history, so that a year can be compared with the year before. */
  hour: { length: 'YYYY-MM-DDTHH'.length, keepSeconds: 400 * secondsPerDay },
} as const;

export type TallySpan = keyof typeof tallySpans;

export const bucketOf = (span: TallySpan, at: number): string =>
  new Date(at).toISOString().slice(0, tallySpans[span].length);

/** The spans of a report's points. Days are UTC days, added up from their hours. */
export const usageSpans = ['minute', 'hour', 'day'] as const;

export type UsageSpan = (typeof usageSpans)[number];

export const maxReportPoints = 1_500;

/** `from` is inclusive, `to` exclusive. */
export type UsageRange = { readonly from: EpochMs; readonly to: EpochMs; readonly span: UsageSpan };

const lengthMs: Readonly<Record<UsageSpan, number>> = { minute: minuteMs, hour: hourMs, day: dayMs };

export const tallySpanOf = (span: UsageSpan): TallySpan => (span === 'minute' ? 'minute' : 'hour');

export const pointOf = (span: UsageSpan, bucket: string): string =>
  span === 'day' ? bucket.slice(0, 'YYYY-MM-DD'.length) : bucket;

/** Widens a range to whole spans. @throws {UsageRangeError} if it is empty, too long, in the future or not retained */
export function wholeSpans({ from, to, span }: UsageRange, now: number): UsageRange {
  if (!(from < to)) throw new UsageRangeError('The range must start before it ends.');
  const length = lengthMs[span];
  const keepMs = tallySpans[tallySpanOf(span)].keepSeconds * 1_000;
  const start = Math.floor(from / length) * length;
  const end = Math.ceil(to / length) * length;
  if (start > now) throw new UsageRangeError(`The range starts in the future: no ${span} of it has begun.`);
  if (start < now - keepMs) {
    const earliest = new Date(Math.ceil((now - keepMs) / length) * length).toISOString();
    throw new UsageRangeError(`Usage by ${span} is kept for ${keepMs / dayMs} days. Start at ${earliest} or later.`);
  }
  const points = (end - start) / length;
  if (points > maxReportPoints) {
    const advice = span === 'day' ? 'Request a shorter range.' : 'Request a shorter range or longer spans.';
    throw new UsageRangeError(
      `The range has ${points} ${span}s; the limit is ${maxReportPoints} per request. ${advice}`,
    );
  }
  return { from: start, to: end, span };
}

export function* startsOf({ from, to, span }: UsageRange): Generator<number> {
  for (let at = from; at < to; at += lengthMs[span]) yield at;
}

export class UsageRangeError extends errorClass('UsageRangeError', 'invalid_range') {}

/** Thrown when much of the range has been read, or would have to be. */
export class UsageTooLargeError extends UsageRangeError {
  constructor(
    message = 'The range has more keys or tallies than a report may read. Ask for a shorter range, for longer spans, or for one key.',
  ) {
    super(message);
  }
}
