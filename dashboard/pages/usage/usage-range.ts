import type { UsageSpan } from '../../api/usage.ts';
import { spanLength } from '../../charts/time-axis.ts';
import type { UsageSearch } from './usage-search.ts';

const { hour, day } = spanLength;

/** The ranges that end now, and how long they are in milliseconds. */
export const rangePresets = {
  hour: { label: '1 hour', length: hour },
  day: { label: '24 hours', length: day },
  week: { label: '7 days', length: 7 * day },
  month: { label: '30 days', length: 30 * day },
  quarter: { label: '90 days', length: 90 * day },
} as const;

/** From `from` until before `to`, which is now where it is left out; in milliseconds since the epoch. */
export type TimeRange = { readonly from: number; readonly to?: number | undefined };

/** A range with what its points stand for, and all that they could stand for. */
export type ChosenRange = TimeRange & { readonly span: UsageSpan; readonly fitting: readonly UsageSpan[] };

/** The address asks for a range that has no figures. */
export type RangeProblem = { readonly problem: string };

/** Whether the address holds both ends of the range itself. */
export const isCustomRange = ({ range, from }: UsageSearch): boolean =>
  range === 'custom' || (range === undefined && from !== undefined);

/** What the address asks for. A span that does not fit the range gives way to one that does. */
export function chosenRange(search: UsageSearch, now: number): ChosenRange | RangeProblem {
  if (!isCustomRange(search)) return presetRange(search, now);
  const { from = '', to } = search;
  const range = { from: Date.parse(from), ...(to !== undefined && { to: Date.parse(to) }) };
  const problem = rangeProblem(range, now);
  return problem === undefined ? { ...range, ...chosenSpan(widened(range, now), search.span, now) } : { problem };
}

/** Why there are no figures of a range, in words for its reader; undefined where there are some. */
export function rangeProblem(range: TimeRange, now: number): string | undefined {
  const { from, to = Number.POSITIVE_INFINITY } = range;
  if (Number.isNaN(from) || Number.isNaN(to)) return 'Choose when the range begins and ends.';
  if (from >= to) return 'The range must begin before it ends.';
  if (from > now) return 'The range begins in the future.';
  if (fittingSpans(widened(range, now), now).length > 0) return undefined;
  return startOf(from, 'day') < now - daysKept.day * day
    ? `Figures are kept for ${daysKept.day} days. Choose a later beginning.`
    : 'The range is too long. Choose an earlier end.';
}

/** A range in whole spans. */
type Whole = (span: UsageSpan) => { readonly from: number; readonly to: number };

const widened =
  ({ from, to }: TimeRange, now: number): Whole =>
  (span) => ({ from: startOf(from, span), to: to ?? now });

/** As many spans as the range's name says; the last is the one that is running. */
function presetRange({ range = 'day', span: wanted }: UsageSearch, now: number): ChosenRange {
  const { length } = rangePresets[range === 'custom' ? 'day' : range];
  const whole: Whole = (span) => {
    const to = startOf(now, span) + spanLength[span];
    return { from: to - length, to };
  };
  const { span, fitting } = chosenSpan(whole, wanted, now);
  return { from: whole(span).from, span, fitting };
}

const startOf = (at: number, span: UsageSpan): number => Math.floor(at / spanLength[span]) * spanLength[span];

const spans: readonly UsageSpan[] = ['minute', 'hour', 'day'];
const daysKept: Readonly<Record<UsageSpan, number>> = { minute: 2, hour: 400, day: 400 };
const mostPoints = 1_500;
/** Up to so many bars are told apart at a glance. */
const readablePoints = 200;

/**
 * What the points of a range may stand for, by what is kept and how many points the API gives at once
 * (docs/management-api.md). A span that gives one point only is none where there is another.
 */
function fittingSpans(whole: Whole, now: number): readonly UsageSpan[] {
  const possible = spans.filter(
    (span) => pointsIn(whole, span) <= mostPoints && whole(span).from >= now - daysKept[span] * day,
  );
  const telling = possible.filter((span) => pointsIn(whole, span) > 1);
  return telling.length > 0 ? telling : possible.slice(0, 1);
}

function chosenSpan(whole: Whole, wanted: UsageSpan | undefined, now: number) {
  const fitting = fittingSpans(whole, now);
  const readable = fitting.find((span) => pointsIn(whole, span) <= readablePoints);
  return { span: fitting.find((span) => span === wanted) ?? readable ?? fitting.at(-1) ?? 'day', fitting };
}

const pointsIn = (whole: Whole, span: UsageSpan): number =>
  Math.ceil((whole(span).to - whole(span).from) / spanLength[span]);

const everyMs: Readonly<Record<UsageSpan, number>> = { minute: 10_000, hour: 30_000, day: 60_000 };
/** How long after a call its figures may still change: tallies follow within seconds. */
const settlesMs = 60_000;

/** After how many milliseconds a range is looked at again; undefined where nothing can change any more. */
export const refreshInterval = ({ to, span }: Pick<ChosenRange, 'to' | 'span'>, now: number): number | undefined =>
  to === undefined || to > now - settlesMs ? everyMs[span] : undefined;
