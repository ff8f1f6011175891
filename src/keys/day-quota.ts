import type { Account, DayQuota } from '../directory/directory-items.ts';
import type { InactiveReason, Plan, Plans } from '../plans.ts';
import { activePlan } from '../plans.ts';
import { dayMs, dayOf, type EpochMs, endOfDay } from '../time.ts';

// A day's quota is paid for (docs/billing.md). A plan is charged from the moment of the change, but quotas are allowed by
// the UTC day. So a change up adds the difference of the quotas only in proportion to what is left of the day. The whole
// quota begins at 00:00 UTC, because what is kept here counts on its own day only.

type PlanOfDay = { readonly planId: string; readonly inactive: InactiveReason | null };

type Change = {
  readonly plans: Plans;
  readonly now: number;
  /** When the plan began to be charged. Default: now. */
  readonly chargedSince?: EpochMs | undefined;
};

/** The largest plan that today is paid for. */
export const planPaidToday = (account: Account, { plans, now }: Omit<Change, 'chargedSince'>): Plan =>
  plans.find(quotaOfToday(account, plans, now).planId) ?? plans.free;

/** Today's quota after the payments have changed the plan. A smaller plan leaves it: the plan's own quota limits it. */
export function dayQuotaAfter(
  account: Account,
  next: PlanOfDay,
  { plans, now, chargedSince = now }: Change,
): DayQuota | null {
  const plan = activePlan(next, plans);
  const startOfDay = endOfDay(now) - dayMs;
  // A plan that comes back is charged since its period began: if not today, then the whole day is paid for.
  const isRestored = account.inactive !== null && next.planId === account.planId;
  if (!plan || (isRestored && chargedSince <= startOfDay)) return account.dayQuota;
  const today = quotaOfToday(account, plans, now);
  const paid = plans.find(today.planId) ?? plans.free;
  const isUp = plan.pricePerMonth > paid.pricePerMonth || plan.limits.callsPerDay > paid.limits.callsPerDay;
  if (!isUp) return next.planId === account.planId ? account.dayQuota : today;
  const left = (endOfDay(now) - Math.max(chargedSince, startOfDay)) / dayMs;
  const partOf = (calls: number): number => Math.ceil(calls * left);
  const added = Math.max(0, partOf(plan.limits.callsPerDay - paid.limits.callsPerDay));
  const lacks = Math.max(0, today.calls - partOf(paid.limits.callsPerDay));
  const later = plan.keys > paid.keys && lacks > 0 ? [{ from: paid.keys, lacks }] : [];
  return { ...today, planId: plan.id, calls: today.calls + added, laterSlots: [...today.laterSlots, ...later] };
}

/** Today's quota after the operator has assigned a plan: it is given as a whole. */
export function wholeDayQuota(account: Account, plan: Plan, now: number): DayQuota | null {
  const { dayQuota } = account;
  if (dayQuota?.day !== dayOf(now)) return dayQuota;
  return { ...dayQuota, calls: Math.max(dayQuota.calls, plan.limits.callsPerDay), laterSlots: [] };
}

/** Calls that an unused slot lacks today. @param slot its number, from 0 */
export function callsLacking({ dayQuota }: Pick<Account, 'dayQuota'>, slot: number, now: number): number {
  if (dayQuota?.day !== dayOf(now)) return 0;
  return dayQuota.laterSlots.findLast(({ from }) => from <= slot)?.lacks ?? 0;
}

/** As it is, or before today's first change: what the day began with. Without a subscription no plan is paid. */
function quotaOfToday(account: Account, plans: Plans, now: number): DayQuota {
  const day = dayOf(now);
  if (account.dayQuota?.day === day) return account.dayQuota;
  const plan = activePlan(account, plans) ?? plans.free;
  const paid = account.billing?.subscriptionId ? plan : plans.free;
  return { day, planId: paid.id, calls: plan.limits.callsPerDay, laterSlots: [] };
}
