import type { Plan } from '../../api/api.ts';
import { formatPrice } from '../../format/money.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDays } from '../../format/times.ts';

/** A term that differs between two plans. */
type PlanChange = { readonly what: string; readonly before: string; readonly after: string };

type TermsOfPlan = Pick<Plan, 'limits' | 'keys' | 'historyDays' | 'longestCallSeconds' | 'pricePerMonth' | 'currency'>;

/** The terms of a plan by name: the same names in the same order for every plan. */
export function planTerms({
  limits,
  keys,
  historyDays,
  longestCallSeconds,
  pricePerMonth,
  currency,
}: TermsOfPlan): Readonly<Record<string, string>> {
  return {
    Price: pricePerMonth === 0 ? 'Free' : `${formatPrice(pricePerMonth, currency)} per month`,
    'Calls per second': formatCount(limits.callsPerSecond),
    'Calls per day': formatCount(limits.callsPerDay),
    'Active keys': formatCount(keys),
    'Request history': formatDays(historyDays),
    'Longest call': `${longestCallSeconds} s`,
  };
}

/** The terms that differ between two plans; every term if there was no plan before. */
export function planChanges(from: Plan | null, to: Plan): readonly PlanChange[] {
  const before = from && planTerms(from);
  return Object.entries(planTerms(to))
    .map(([what, after]) => ({ what, before: before?.[what] ?? '–', after }))
    .filter((change) => change.before !== change.after);
}

/** How the button for a plan names the change from the current plan. */
export function changeName(from: Plan | null, to: Plan): 'Choose' | 'Change to' | 'Upgrade to' | 'Downgrade to' {
  if (!from) return 'Choose';
  if (to.pricePerMonth === from.pricePerMonth) return 'Change to';
  return to.pricePerMonth < from.pricePerMonth ? 'Downgrade to' : 'Upgrade to';
}

/** The number of keys to revoke before a change to the plan. */
export const excessKeys = (plan: Plan, activeKeys: number): number => Math.max(0, activeKeys - plan.keys);
