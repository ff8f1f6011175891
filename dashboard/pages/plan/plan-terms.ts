import type { Plan } from '../../api/api.ts';
import { formatCount, formatDollars } from '../../format/numbers.ts';

/** One line of what another plan changes, in words. */
export type PlanChange = { readonly what: string; readonly before: string; readonly after: string };

/** What a plan gives, line by line: the same lines for every plan, in the same order. */
export function planTerms({
  limits,
  keys,
  historyDays,
  longestCallSeconds,
  dollarsPerMonth,
}: Plan): Readonly<Record<string, string>> {
  return {
    Price: dollarsPerMonth === 0 ? 'Free' : `${formatDollars(dollarsPerMonth)} a month`,
    'Calls a second': formatCount(limits.callsPerSecond),
    'Calls a day': formatCount(limits.callsPerDay),
    'Active keys': formatCount(keys),
    'Request history': historyDays === 1 ? '1 day' : `${historyDays} days`,
    'Longest call': `${longestCallSeconds} s`,
  };
}

/** What changes between two plans; lines that stay the same are left out. */
export function planChanges(from: Plan, to: Plan): readonly PlanChange[] {
  const after = planTerms(to);
  return Object.entries(planTerms(from))
    .map(([what, before]) => ({ what, before, after: after[what] ?? '' }))
    .filter((change) => change.before !== change.after);
}

/** How many keys have to be revoked before a plan can be had. */
export const excessKeys = (plan: Plan, activeKeys: number): number => Math.max(0, activeKeys - plan.keys);

/** The plan's name as a title: `Free`. */
export const planTitle = ({ planId }: Pick<Plan, 'planId'>): string => planId.charAt(0).toUpperCase() + planId.slice(1);
