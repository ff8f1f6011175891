import type { AnalysisRange } from '../../../api/analysis.ts';
import { dayMs } from '../../../format/durations.ts';
import type { TimeRange } from '../usage-range.ts';

type RetainedRange = Pick<AnalysisRange, 'from' | 'to'> & {
  /** Whether requests of the range are no longer kept. */
  readonly isCut: boolean;
};

/**
 * The part of a range whose requests are kept: none if it ends before. A range that ends now, or later, gets a fixed end, so
 * that its parts fit together.
 */
export function retainedRange({ from, to }: TimeRange, historyDays: number, now: number): RetainedRange | undefined {
  const start = now - historyDays * dayMs;
  const end = Math.min(to ?? now, now);
  if (end <= start) return undefined;
  const isCut = from < start;
  // Without `from`, the API starts where the history does by its own clock.
  return { ...(!isCut && { from: new Date(from).toISOString() }), to: new Date(end).toISOString(), isCut };
}
