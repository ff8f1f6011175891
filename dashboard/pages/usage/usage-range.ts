import type { UsageSpan } from '../../api/usage.ts';
import { spanLength } from '../../charts/time-axis.ts';
import type { UsageSearch } from './usage-search.ts';

const { hour, day } = spanLength;

/** Ranges that end now, with their length in milliseconds. */
export const rangePresets = {
  hour: { label: '1 hour', length: hour },
  day: { label: '24 hours', length: day },
  week: { label: '7 days', length: 7 * day },
  month: { label: '30 days', length: 30 * day },
  quarter: { label: '90 days', length: 90 * day },
} as const;

/** Epoch milliseconds; `to` is exclusive and defaults to now. */
export type TimeRange = { readonly from: number; readonly to?: number | undefined };

/** A range with the span of its points, and all spans that fit it. */
export type ChosenRange = TimeRange & { readonly span: UsageSpan; readonly fitting: readonly UsageSpan[] };

/** The URL has a range without figures. */
type RangeProblem = { readonly problem: string };

/** Whether the search parameters have a custom range. */
export const isCustomRange = ({ range, from }: UsageSearch): boolean =>
  range === 'custom' || (range === undefined && from !== undefined);

/** The range in the search parameters. A span that does not fit the range is replaced. */
export function chosenRange(search: UsageSearch, now: number): ChosenRange | RangeProblem {
  if (!isCustomRange(search)) return presetRange(search, now);
  const { from = '', to } = search;
  const range = { from: Date.parse(from), ...(to !== undefined && { to: Date.parse(to) }) };
  const problem = rangeProblem(range, now);
  return problem === undefined ? { ...range, ...chosenSpan(widened(range, now), search.span, now) } : { problem };
}

/** Why a range has no figures, as a message for the user; undefined if it has some. */
export function rangeProblem(range: TimeRange, now: number): string | undefined {
  const { from, to = Number.POSITIVE_INFINITY } = range;
  if (Number.isNaN(from) || Number.isNaN(to)) return 'Choose the start and the end of the range.';
  if (from >= to) return 'The range must start before it ends.';
  if (from > now) return 'The range starts in the future.';
  if (fittingSpans(widened(range, now), now).length > 0) return undefined;
  return startOf(from, 'day') < now - daysKept.day * day
    ? `Figures are kept for ${daysKept.day} days. Choose a later start.`
    : 'The range is too long. Choose an earlier end.';
}

/** A range widened to whole spans. */
type Whole = (span: UsageSpan) => { readonly from: number; readonly to: number };

const widened =
  ({ from, to }: TimeRange, now: number): Whole =>
  (span) => ({ from: startOf(from, span), to: to ?? now });

/** A range of the preset's length. It includes the current span. */
function presetRange({ range = 'day', span: requested }: UsageSearch, now: number): ChosenRange {
  const { length } = rangePresets[range === 'custom' ? 'day' : range];
  const whole: Whole = (span) => {
    const to = startOf(now, span) + spanLength[span];
    return { from: to - length, to };
  };
  const { span, fitting } = chosenSpan(whole, requested, now);
  return { from: whole(span).from, span, fitting };
}

const startOf = (at: number, span: UsageSpan): number => Math.floor(at / spanLength[span]) * spanLength[span];
const endOf = (at: number, span: UsageSpan): number => Math.ceil(at / spanLength[span]) * spanLength[span];

/** The ends of a range, ISO 8601. Without `to`, it still ends now. */
export const isoRange = ({ from, to }: TimeRange) => ({ from: iso(from), to: to === undefined ? undefined : iso(to) });

const iso = (at: number): string => new Date(at).toISOString();

/**
 * The period before a range, by whole spans as the API counts: as long as the range, and it ends where the range begins.
 * Undefined if its figures are no longer kept.
 */
export function periodBefore({ from, to, span }: Omit<ChosenRange, 'fitting'>, now: number) {
  const [start, end] = [startOf(from, span), endOf(to ?? now, span)];
  const period = { from: start - (end - start), to: start };
  return isKept(period.from, span, now) ? period : undefined;
}

const isKept = (from: number, span: UsageSpan, now: number): boolean => from >= now - daysKept[span] * day;

const spans: readonly UsageSpan[] = ['minute', 'hour', 'day'];
export const daysKept: Readonly<Record<UsageSpan, number>> = { minute: 2, hour: 400, day: 400 };
const mostPoints = 1_500;
/** The most bars that can be told apart at a glance. */
const readablePoints = 200;

/**
 * The spans for the points of a range, limited by retention and by the number of points in an answer of the API
 * (docs/management-api.md). Spans that give a single point are dropped if another one fits.
 */
function fittingSpans(whole: Whole, now: number): readonly UsageSpan[] {
  const possible = spans.filter((span) => pointsIn(whole, span) <= mostPoints && isKept(whole(span).from, span, now));
  const useful = possible.filter((span) => pointsIn(whole, span) > 1);
  return useful.length > 0 ? useful : possible.slice(0, 1);
}

function chosenSpan(whole: Whole, requested: UsageSpan | undefined, now: number) {
  const fitting = fittingSpans(whole, now);
  const readable = fitting.find((span) => pointsIn(whole, span) <= readablePoints);
  return { span: fitting.find((span) => span === requested) ?? readable ?? fitting.at(-1) ?? 'day', fitting };
}

const pointsIn = (whole: Whole, span: UsageSpan): number =>
  Math.ceil((whole(span).to - whole(span).from) / spanLength[span]);

const intervalMs: Readonly<Record<UsageSpan, number>> = { minute: 10_000, hour: 30_000, day: 60_000 };
/** How long the figures may still change after a call: tallies follow within seconds. */
const settlesMs = 60_000;

/**
 * The refetch interval of a range in milliseconds; undefined if its figures are final. The API widens a range to whole
 * spans, so its last span may not be over.
 */
export const refreshInterval = ({ to, span }: Pick<ChosenRange, 'to' | 'span'>, now: number): number | undefined =>
  to === undefined || endOf(to, span) > now - settlesMs ? intervalMs[span] : undefined;

/** Whether the last span of a report is not over. */
export const hasOpenSpan = ({ to }: { readonly to: string }, now: number): boolean => Date.parse(to) > now;

/** The length of a report in words: `24 hours`, `30 days`, `1 hour`. */
export function periodName({ from, to }: { readonly from: string; readonly to: string }): string {
  const length = Date.parse(to) - Date.parse(from);
  const [count, unit] =
    length % day === 0 && length > day
      ? [length / day, 'day']
      : length % hour === 0
        ? [length / hour, 'hour']
        : [Math.round(length / spanLength.minute), 'minute'];
  return count === 1 ? unit : `${count} ${unit}s`;
}
