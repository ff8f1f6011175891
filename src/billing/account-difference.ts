import type Stripe from 'stripe';
import type { AccountDecision } from '../accounts/account-plan.ts';
import type { Activity } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CustomerMissingError } from './billing-errors.ts';
import { graceWrite } from './billing-rows.ts';
import { listCharges, untoldCharge } from './charge-rows.ts';
import { isMissing } from './stripe-errors.ts';
import { type CustomerSubscription, isLive, listSubscriptions } from './stripe-lists.ts';
import { type PaidState, type PlanOfSubscriptions, planOfSubscriptions } from './subscription-plan.ts';

type AccountBilling = Pick<NonNullable<Account['billing']>, 'customerId' | 'subscriptionId'>;

/** What Stripe says of a customer. */
export type CustomerAtStripe = {
  readonly subscriptions: readonly CustomerSubscription[];
  readonly charges: readonly Stripe.Charge[];
};

/**
 * With the API key of another Stripe account or mode, all customers would have no subscription. So an account loses its paid
 * plan only if Stripe knows the customer, be it as a deleted one.
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
    return { subscriptions, charges };
  } catch (error) {
    if (isMissing(error) && (await isDeletedCustomer(stripe, customerId))) return { subscriptions: [], charges: [] };
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
  { subscriptions }: CustomerAtStripe,
): PlanOfSubscriptions {
  const rules = { plans, now: clock(), graceDays: settings.graceDays };
  const state = planOfSubscriptions(subscriptions, account, activeKeys, rules);
  const { inactive, billing } = account;
  if (!billing?.ending || state.subscriptionId !== billing.ending) return state;
  // Stripe calls an unpaid subscription active between the void of its invoice and the cancellation: nobody has paid.
  return { ...state, inactive: state.inactive ?? inactive, graceEndsAt: state.graceEndsAt ?? billing.graceEndsAt };
}

/** The next change that brings an account closer to what Stripe says: first its plan, then one payment, refund or dispute. */
export async function nextDifference(
  deps: BillingDeps,
  account: Account,
  activeKeys: number,
  customer: CustomerAtStripe,
): Promise<AccountDecision | undefined> {
  const plan = planDifference(account, paidStateOf(deps, account, activeKeys, customer), customer);
  if (plan) return plan;
  const untold = await untoldCharge(deps.directory, account.accountId, customer.charges);
  return untold && { changes: {}, activity: untold.activity, writes: [untold.write] };
}

function planDifference(
  account: Account,
  { planId, inactive, subscriptionId, graceEndsAt }: PaidState,
  { subscriptions }: CustomerAtStripe,
): AccountDecision | undefined {
  const { accountId, billing } = account;
  if (!billing) return undefined;
  const isEnded = !subscriptions.some(({ id, status }) => id === billing.ending && isLive({ status }));
  const ending = isEnded ? null : billing.ending;
  const next = { planId, inactive, billing: { ...billing, subscriptionId, graceEndsAt, ending } };
  const isSame =
    planId === account.planId &&
    inactive === account.inactive &&
    subscriptionId === billing.subscriptionId &&
    graceEndsAt === billing.graceEndsAt &&
    ending === billing.ending;
  if (isSame) return undefined;
  const writes = graceEndsAt === billing.graceEndsAt ? [] : [graceWrite(accountId, graceEndsAt)];
  return { changes: next, activity: activityOf(account, { planId, inactive, graceEndsAt }), writes };
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
