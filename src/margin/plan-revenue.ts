import type { Plans } from '../plans.ts';
import type { PlanPeriod } from './plan-periods.ts';

/** The part of a plan's price that falls on a period, by the length of each UTC month; 0 while the plan is not active. */
export function revenueOf({ planId, active, from, to }: PlanPeriod, plans: Plans): number {
  const price = active ? (plans.find(planId)?.pricePerMonth ?? 0) : 0;
  let months = 0;
  for (let start = from; start < to; ) {
    const next = nextMonth(start);
    months += (Math.min(next, to) - start) / (next - startOfMonth(start));
    start = next;
  }
  return price * months;
}

const startOfMonth = (at: number): number => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth());

const nextMonth = (at: number): number => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1);
