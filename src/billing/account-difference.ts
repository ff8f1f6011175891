import type Stripe from 'stripe';
import type { AccountDecision } from '../accounts/account-plan.ts';
import type { Activity } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import { dayQuotaAfter } from '../keys/day-quota.ts';
import { activePlan } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CustomerMissingError } from './billing-errors.ts';
import { graceWrite } from './billing-rows.ts';
import { type ChargeRows, listCharges, unrecordedCharge } from './charge-rows.ts';
import { excessKeysAfter, noticeOfExcessKeys } from './excess-keys.ts';
import { intendedAfter } from './intended-plan.ts';
import { isMissing } from './stripe-errors.ts';
import { type CustomerSubscription, isLive, listSubscriptions } from './stripe-lists.ts';
import { type PaidState, type PlanOfSubscriptions, planOfSubscriptions } from './subscription-plan.ts';

type AccountBilling = Pick<NonNullable<Account['billing']>, 'customerId' | 'subscriptionId'>;

export type CustomerAtStripe = {
  readonly subscriptions: readonly CustomerSubscription[];
  readonly charges: readonly Stripe.Charge[];
  /** Whether it owes credit that was taken back. */
  readonly isInDebt: boolean;
};

/**
 * With the API key of another Stripe account or mode, all customers would have no subscription. So an account loses its paid
 * plan only if Stripe knows the customer, even if the customer is deleted there.
 * @throws {CustomerMissingError}
 */
export async function readCustomer(
  { stripe, clock }: BillingDeps,
  { customerId, subscriptionId }: AccountBilling,
): Promise<CustomerAtStripe> {
  try {
    const [subscriptions, charges] = await Promise.all([
      listSubscriptions(stripe, customerId),
      listCharges(stripe, customerId, clock()),
    ]);
    if (subscriptionId && !subscriptions.some(isLive)) await isDeletedCustomer(stripe, customerId);
    return { subscriptions, charges, isInDebt: false };
  } catch (error) {
    if (isMissing(error) && (await isDeletedCustomer(stripe, customerId)))
      return { subscriptions: [], charges: [], isInDebt: false };
    throw error;
  }
}

/** @throws {CustomerMissingError} */
export async function isDeletedCustomer(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    throw isMissing(error) ? new CustomerMissingError(customerId) : error;
  }
}

/** What an account's plan should be by what Stripe says. */
export function paidStateOf(
  { plans, clock, settings }: BillingDeps,
  account: Account,
  activeKeys: number,
  { subscriptions, charges, isInDebt }: CustomerAtStripe,
): PlanOfSubscriptions {
  const { graceDays, graceEveryMonths } = settings;
  const rules = { plans, now: clock(), graceDays, graceEveryMonths, isInDebt, hasPaid: charges.length > 0 };
  return planOfSubscriptions(subscriptions, account, activeKeys, rules);
}

/** The next change that follows from what Stripe says: first of the plan, then of one payment, refund or dispute. */
export function nextDifference(
  deps: BillingDeps,
  account: Account,
  activeKeys: number,
  customer: CustomerAtStripe,
  rows: ChargeRows,
): AccountDecision | undefined {
  const state = paidStateOf(deps, account, activeKeys, customer);
  const other = planDifference(deps, account, state, activeKeys, customer) ?? noticeOfExcessKeys(account, activeKeys);
  if (other) return other;
  const next = unrecordedCharge(account.accountId, customer.charges, rows);
  return next && { changes: {}, activity: next.activity, writes: [next.write] };
}

function planDifference(
  { plans, clock, settings }: BillingDeps,
  account: Account,
  { planId, inactive, subscriptionId, graceEndsAt }: PaidState,
  activeKeys: number,
  { subscriptions }: CustomerAtStripe,
): AccountDecision | undefined {
  const { accountId, billing } = account;
  if (!billing) return undefined;
  const isEnded = !subscriptions.some(({ id, status }) => id === billing.ending && isLive({ status }));
  const ending = isEnded ? null : billing.ending;
  const governing = subscriptions.find(({ id }) => id === subscriptionId);
  const isNew = subscriptionId !== billing.subscriptionId;
  const chargedSince = isNew ? governing?.createdAt : restoredSince(account, governing);
  const dayQuota = dayQuotaAfter(account, { planId, inactive }, { plans, now: clock(), chargedSince });
  const objects = subscriptions.map(({ object }) => object);
  const intended = intendedAfter(billing.intended, inactive === null ? planId : '', objects, clock());
  const lastGraceAt = graceEndsAt !== null && billing.graceEndsAt === null ? clock() : billing.lastGraceAt;
  const excessKeys = excessKeysAfter(billing.excessKeys, {
    plan: activePlan({ planId, inactive }, plans),
    isOtherPlan: planId !== account.planId,
    activeKeys,
    now: clock(),
    days: settings.excessKeysDays,
  });
  const trialEndsAt = trialEndOf(governing);
  const next = {
    planId,
    inactive,
    dayQuota,
    billing: { ...billing, subscriptionId, graceEndsAt, ending, intended, lastGraceAt, excessKeys, trialEndsAt },
  };
  const isSame =
    planId === account.planId &&
    inactive === account.inactive &&
    subscriptionId === billing.subscriptionId &&
    graceEndsAt === billing.graceEndsAt &&
    trialEndsAt === billing.trialEndsAt &&
    ending === billing.ending &&
    (intended === null) === (billing.intended === null) &&
    (excessKeys === null) === (billing.excessKeys === null);
  if (isSame) return undefined;
  const writes = graceEndsAt === billing.graceEndsAt ? [] : [graceWrite(accountId, graceEndsAt)];
  return { changes: next, activity: activityOf(account, { planId, inactive, graceEndsAt }), writes };
}

const trialEndOf = (governing: CustomerSubscription | undefined): number | null =>
  governing?.status === 'trialing' && governing.object.trial_end ? governing.object.trial_end * 1_000 : null;

/** Of a plan that comes back after it was not paid for: an earlier period may never be paid. */
function restoredSince({ inactive }: Account, governing: CustomerSubscription | undefined): number | undefined {
  const [item] = governing?.object.items.data ?? [];
  return inactive !== null && item ? item.current_period_start * 1_000 : undefined;
}

/** What the customer should read about the change; undefined for the gateway's own bookkeeping. */
function activityOf(
  before: Account,
  { planId, inactive, graceEndsAt }: Omit<PaidState, 'subscriptionId'>,
): Activity | undefined {
  const plan = { before: { planId: before.planId }, after: { planId } };
  if (inactive !== null && inactive !== before.inactive) {
    return { action: 'plan_ended', before: plan.before, after: { planId, reason: inactive } };
  }
  if (planId !== before.planId) return { action: 'plan_changed', ...plan };
  if (inactive === null && before.inactive !== null) return { action: 'plan_restored', after: { planId } };
  if (graceEndsAt !== null && before.billing?.graceEndsAt === null)
    return { action: 'payment_failed', after: { planId } };
  return undefined;
}
