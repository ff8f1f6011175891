import type { Account } from '../directory/directory-items.ts';
import type { InactiveReason, Plans } from '../plans.ts';
import { dayMs, type EpochMs } from '../time.ts';

/** What decides an account's plan, of one of its subscriptions. */
export type PaidSubscription = {
  readonly id: string;
  /** Stripe's status; a later version of Stripe may have others. */
  readonly status: string;
  readonly createdAt: EpochMs;
  /** The plan that the price names; undefined if it names none. */
  readonly planId: string | undefined;
  /** Since when the oldest unpaid period is unpaid. Only read while the status is `past_due`. */
  readonly unpaidSince: EpochMs;
};

/** The part of an account that its subscriptions decide. */
export type PaidState = {
  readonly planId: string;
  readonly inactive: InactiveReason | null;
  readonly subscriptionId: string | null;
  readonly graceEndsAt: number | null;
};

export type PlanOfSubscriptions = PaidState & {
  /**
   * For the operator: the price or the status is not known, or more keys are active than the paid plan allows. The customer
   * has paid and therefore keeps the plan.
   */
  readonly problem?: 'unknown_price' | 'too_many_keys';
};

type PlanRules = {
  readonly plans: Plans;
  readonly now: number;
  readonly graceDays: number;
  /** An account has one grace period in so many months. */
  readonly graceEveryMonths: number;
  /** Whether the customer has ever paid. A trial that nobody pays for has no grace period. */
  readonly hasPaid: boolean;
  /** The account owes credit that was taken back (take-back.ts). */
  readonly isInDebt: boolean;
};

/** The subscription with the lowest rank decides. */
const ranks: ReadonlyMap<string, number> = new Map([
  ['active', 0],
  ['trialing', 0],
  ['past_due', 1],
  ['unpaid', 2],
  ['paused', 2],
]);

const rankOf = ({ status }: PaidSubscription): number => ranks.get(status) ?? ranks.size;

/** `incomplete` has given no plan yet, the others never will again. */
const withoutEffect = ['incomplete', 'incomplete_expired', 'canceled'];

/** Whether a subscription has an effect on the account's plan. */
export const hasEffect = ({ status }: Pick<PaidSubscription, 'status'>): boolean => !withoutEffect.includes(status);

/** The one that decides the account's plan: the best paid one, then the one that decided before, then the oldest. */
export function governingSubscription<T extends PaidSubscription>(
  subscriptions: readonly T[],
  subscriptionId: string | null | undefined,
): T | undefined {
  const isOther = ({ id }: T): number => (id === subscriptionId ? 0 : 1);
  return subscriptions
    .filter(hasEffect)
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        isOther(one) - isOther(other) ||
        one.createdAt - other.createdAt ||
        (one.id < other.id ? -1 : 1),
    )[0];
}

/**
 * Which subscription gives which plan: docs/billing.md, "What is kept where".
 * @param activeKeys number of the account's active keys
 */
export function planOfSubscriptions(
  subscriptions: readonly PaidSubscription[],
  account: Pick<Account, 'planId' | 'inactive' | 'billing'>,
  activeKeys: number,
  rules: PlanRules,
): PlanOfSubscriptions {
  const state = planWithoutDebt(subscriptions, account, activeKeys, rules);
  return rules.isInDebt ? { ...state, inactive: 'unpaid' } : state;
}

function planWithoutDebt(
  subscriptions: readonly PaidSubscription[],
  account: Pick<Account, 'planId' | 'inactive' | 'billing'>,
  activeKeys: number,
  rules: PlanRules,
): PlanOfSubscriptions {
  const subscriptionId = account.billing?.subscriptionId ?? null;
  const subscription = governingSubscription(subscriptions, subscriptionId);
  if (subscription) return planOf(subscription, account, activeKeys, rules);
  const { free } = rules.plans;
  const tooManyFor = (keys: number): InactiveReason | null => (activeKeys > keys ? 'too_many_keys' : null);
  if (subscriptionId !== null) {
    return { planId: free.id, inactive: tooManyFor(free.keys), subscriptionId: null, graceEndsAt: null };
  }
  const before = { ...asBefore(account), graceEndsAt: null };
  // Without a subscription, only a debt was unpaid.
  if (before.inactive !== 'unpaid') return before;
  return { ...before, inactive: tooManyFor(rules.plans.find(account.planId)?.keys ?? 0) };
}

const asBefore = ({ planId, inactive, billing }: Pick<Account, 'planId' | 'inactive' | 'billing'>): PaidState => ({
  planId,
  inactive,
  subscriptionId: billing?.subscriptionId ?? null,
  graceEndsAt: billing?.graceEndsAt ?? null,
});

function planOf(
  { id, status, planId, unpaidSince }: PaidSubscription,
  account: Pick<Account, 'planId' | 'inactive' | 'billing'>,
  activeKeys: number,
  rules: PlanRules,
): PlanOfSubscriptions {
  const { plans, now } = rules;
  if (!ranks.has(status)) return { ...asBefore(account), problem: 'unknown_price' };
  const plan = planId === undefined ? undefined : plans.find(planId);
  const paid = plan
    ? { planId: plan.id, inactive: null, ...(activeKeys > plan.keys && { problem: 'too_many_keys' as const }) }
    : { ...paidWithoutPlan(account), problem: 'unknown_price' as const };
  const state = { ...paid, subscriptionId: id, graceEndsAt: null };
  if (status === 'active' || status === 'trialing') return state;
  const graceEndsAt = unpaidSince + rules.graceDays * dayMs;
  if (status === 'past_due' && now < graceEndsAt && hasGrace(account, rules)) return { ...state, graceEndsAt };
  return { ...state, inactive: 'unpaid' };
}

const monthMs = 30 * dayMs;

/** Whether a grace period runs, or may begin. */
function hasGrace({ billing }: Pick<Account, 'billing'>, { now, graceEveryMonths, hasPaid }: PlanRules): boolean {
  if (billing?.graceEndsAt != null) return true;
  const last = billing?.lastGraceAt ?? Number.NEGATIVE_INFINITY;
  return hasPaid && now >= last + graceEveryMonths * monthMs;
}

/** Something is paid, but nobody knows for which plan: the account keeps the one it has. */
const paidWithoutPlan = ({ planId, inactive }: Pick<Account, 'planId' | 'inactive'>) => ({
  planId,
  inactive: inactive === 'unpaid' ? null : inactive,
});
