import type { Plan } from '../plans/plans.ts';
import { dayMs } from '../time.ts';

/** A range of history begins before what the account's plan keeps; the message says since when there is history. */
export class RetentionError extends Error {
  override readonly name = 'RetentionError';
  readonly code = 'beyond_retention';
  /** When history begins, ms since the epoch. */
  readonly since: number;

  constructor(planId: string, historyDays: number, since: number) {
    const days = historyDays === 1 ? 'day' : 'days';
    super(
      `The ${planId} plan keeps ${historyDays} ${days} of history: begin at ${new Date(since).toISOString()} or later.`,
    );
    this.since = since;
  }
}

/** Who asks for as far back as there is has read the time a little before, and perhaps from a clock that is slow. */
const toleranceMs = 60_000;

/** When the history that a plan shows begins, seen at that moment; both in ms since the epoch. */
export const retentionStart = (plan: Plan, at: number): number => at - plan.historyDays * dayMs;

/**
 * Where to begin to read a history that is asked for from `from` on: there, or where the plan's history begins.
 * @throws {RetentionError} when it is asked for from more than a minute before that
 */
export function retainedFrom(plan: Plan, from: number, at: number): number {
  const start = retentionStart(plan, at);
  if (from < start - toleranceMs) throw new RetentionError(plan.id, plan.historyDays, start);
  return Math.max(from, start);
}
