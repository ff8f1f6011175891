import * as v from 'valibot';
import type { Usage } from '../../api/api.ts';
import { type ChartSeries, outcomeSeries } from '../../charts/chart-series.ts';
import { hourMs } from '../../format/durations.ts';
import { outcomeFilter } from '../history/error-causes.ts';
import { historySearch } from '../history/history-search.ts';

const hours = 24;

/** The starts of the hours of a UTC day, in epoch milliseconds. */
export const hoursOfDay = (startOfDay: string): number[] =>
  Array.from({ length: hours }, (_, hour) => Date.parse(startOfDay) + hour * hourMs);

/**
 * The calls of a day by outcome, with those of the day before. Hours to come have no values.
 * @param usage figures by the hour since the start of the day before
 */
export function todaySeries(startOfDay: string, { points, total }: Pick<Usage, 'points' | 'total'>): ChartSeries[] {
  const yesterday = points.filter(({ at }) => Date.parse(at) < Date.parse(startOfDay));
  const today = points.slice(yesterday.length);
  const toCome = Array<null>(Math.max(0, hours - today.length)).fill(null);
  return outcomeSeries({ points: today, total }, { points: yesterday, total }).map((series) => ({
    ...series,
    values: [...series.values, ...toCome],
  }));
}

/**
 * What limits the history to the calls of an hour, or to those with one outcome.
 * @param start the first of the hours, ISO 8601
 * @param hour its number from there
 */
export function historySearchOf(start: string, hour: number, outcome?: string) {
  const from = Date.parse(start) + hour * hourMs;
  const range = { from: new Date(from).toISOString(), to: new Date(from + hourMs).toISOString() };
  return v.parse(historySearch, { ...range, ...(outcome !== undefined && { outcome: outcomeFilter(outcome) }) });
}
