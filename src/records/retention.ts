import { errorClass } from '../error-class.ts';
import type { Plan } from '../plans.ts';
import { dayMs } from '../time.ts';

export class RetentionError extends errorClass('RetentionError', 'beyond_retention') {
  readonly historyFrom: number;

  constructor(planId: string, historyDays: number, historyFrom: number) {
    const days = historyDays === 1 ? 'day' : 'days';
    super(
      `The ${planId} plan keeps ${historyDays} ${days} of history. Start at ${new Date(historyFrom).toISOString()} or later.`,
    );
    this.historyFrom = historyFrom;
  }
}

/** A client that requests the whole history computed `from` a little earlier, perhaps with a slow clock. */
const toleranceMs = 60_000;

export const retentionStart = (plan: Plan, at: number): number => at - plan.historyDays * dayMs;

/** @throws {RetentionError} if `from` is more than a minute before the start of the history */
export function retainedFrom(plan: Plan, from: number, at: number): number {
  const start = retentionStart(plan, at);
  if (from < start - toleranceMs) throw new RetentionError(plan.id, plan.historyDays, start);
  return Math.max(from, start);
}
