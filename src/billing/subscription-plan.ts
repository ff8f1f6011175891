import type { Account } from '../directory/directory-items.ts';
import type { InactiveReason, Plans } from '../plans.ts';
import { dayMs } from '../time.ts';

/** What decides an account's plan, of one of its subscriptions. */
export type PaidSubscription = {
  readonly id: string;
  /** Stripe's status; a later version of Stripe may have others. */
  readonly status: string;
  /** Ms since the epoch. */
  readonly createdAt: number;
  /** The plan that the price names; undefined if it names none. */
  readonly planId: string | undefined;
  /** Since when the oldest unpaid period is unpaid, in ms since the epoch. Only read while the status is `past_due`. */
  readonly unpaidSince: number;
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
   * has paid, so he has the plan all the same.
   */
  readonly problem?: 'unknown_price' | 'too_many_keys';
};

type PlanRules = {
  readonly plans: Plans;
  readonly now: number;
  readonly graceDays: number;
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

/** The subscription that decides the account's plan: the best paid one, then the one that decided before, then the oldest. */
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
 * The table of the design: from the subscriptions to the plan.
 * @param activeKeys number of the account's active keys
 */
export function planOfSubscriptions(
  subscriptions: readonly PaidSubscription[],
  account: Pick<Account, 'planId' | 'inactive' | 'billing'>,
  activeKeys: number,
  rules: PlanRules,
): PlanOfSubscriptions {
  const subscriptionId = account.billing?.subscriptionId ?? null;
  const subscription = governingSubscription(subscriptions, subscriptionId);
  if (subscription) return planOf(subscription, account, activeKeys, rules);
  if (subscriptionId === null) return { ...asBefore(account), graceEndsAt: null };
  const { free } = rules.plans;
  const inactive = activeKeys > free.keys ? 'too_many_keys' : null;
  return { planId: free.id, inactive, subscriptionId: null, graceEndsAt: null };
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
  { plans, now, graceDays }: PlanRules,
): PlanOfSubscriptions {
  if (!ranks.has(status)) return { ...asBefore(account), problem: 'unknown_price' };
  const plan = planId === undefined ? undefined : plans.find(planId);
  const paid = plan
    ? { planId: plan.id, inactive: null, ...(activeKeys > plan.keys && { problem: 'too_many_keys' as const }) }
    : { ...paidWithoutPlan(account), problem: 'unknown_price' as const };
  const state = { ...paid, subscriptionId: id, graceEndsAt: null };
  if (status === 'active' || status === 'trialing') return state;
  const graceEndsAt = unpaidSince + graceDays * dayMs;
  if (status === 'past_due' && now < graceEndsAt) return { ...state, graceEndsAt };
  return { ...state, inactive: 'unpaid' };
}

/** Something is paid, but nobody knows for which plan: the account keeps the one it has. */
const paidWithoutPlan = ({ planId, inactive }: Pick<Account, 'planId' | 'inactive'>) => ({
  planId,
  inactive: inactive === 'unpaid' ? null : inactive,
});
