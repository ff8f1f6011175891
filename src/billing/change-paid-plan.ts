import type Stripe from 'stripe';
import { changePlan, requireFewKeys } from '../accounts/account-plan.ts';
import { type ChangeRequest, changeAccount, isCarriedOut } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import { choosePlan, isFreePlan, type Plan } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import {
  CheckoutRequiredError,
  PeriodNotPaidError,
  requireNotSuspended,
  SubscriptionChangedError,
} from './billing-errors.ts';
import { hasEnded } from './end-at-stripe.ts';
import { endSubscription } from './end-subscription.ts';
import { forgetIntendedPlan, intendPlan, keepIntendedPlan } from './intended-plan.ts';
import { isPeriodPaid, payRenewal, requireNoRenewal } from './paid-period.ts';
import { discardPendingUpdate, type PendingPayment, pendingPage } from './pending-update.ts';
import { requirePreview } from './plan-preview.ts';
import { prorationOf } from './proration.ts';
import { paidAfterEnd, refundInvoices } from './refund-duplicate.ts';
import { settleAccount } from './settle-account.ts';
import { callStripe, isRefusal, isUnavailable } from './stripe-errors.ts';
import { idOf, listSubscriptions } from './stripe-lists.ts';
import { choosePriced, findPrice } from './stripe-prices.ts';
import { governingSubscription } from './subscription-plan.ts';
import { requireNoDebt } from './take-back.ts';

/** The plan is changed, or the change takes effect when its invoice is paid on the page. */
export type PlanChangeResult = { readonly kind: 'changed'; readonly account: Account } | PendingPayment;

/**
 * Changes an account's plan, whether it is paid or free: PUT /v1/account/plan while billing is on.
 * @param preview what the customer has confirmed (plan-preview.ts); undefined if they have seen none
 * @throws {CheckoutRequiredError} if the plan has a price and the account has no paid subscription
 * @throws {PreviewOutdatedError} @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {SubscriptionChangedError}
 * @throws {PeriodNotPaidError} @throws {PaymentInProgressError} @throws {DebtError} @throws {AccountSuspendedError}
 * @throws {AccountBusyError} during another change, and in the minute before a renewal @throws {BillingUnavailableError}
 */
export const changePaidPlan = (
  deps: BillingDeps,
  request: ChangeRequest,
  planId: string,
  preview?: string,
): Promise<PlanChangeResult> =>
  callStripe(async () => {
    const account = await settleAccount(deps, request.accountId);
    if (await isCarriedOut(deps, request)) return repeatedResult(deps, account, planId);
    requirePreview(account, planId, deps.clock(), preview);
    if (isFreePlan(deps.plans, planId))
      return { kind: 'changed', account: await changeToFree(deps, request, account, planId) };
    const isKept = account.planId === planId && account.inactive === null;
    const pending = isKept ? await cancelPending(deps, account) : await changeToPriced(deps, request, account, planId);
    await remember(deps, request);
    if (pending) return pending;
    const changed = await settleAccount(deps, request.accountId);
    // Another tab, or the operator at Stripe, has chosen another plan meanwhile.
    if (changed.planId !== planId) throw new SubscriptionChangedError();
    return { kind: 'changed', account: changed };
  });

/** A subscription ends with the plan of new accounts. Any other free plan is chosen after that. */
async function changeToFree(
  deps: BillingDeps,
  request: ChangeRequest,
  { billing }: Account,
  planId: string,
): Promise<Account> {
  const plan = choosePlan(deps.plans, planId, 'customer');
  if (!billing?.subscriptionId) return changePlan(deps, request, planId);
  if (plan === deps.plans.free) return endSubscription(deps, request);
  // The change of the plan is what a repetition repeats.
  await endSubscription(deps, { ...request, idempotency: undefined }, plan);
  return changePlan(deps, request, planId);
}

/** The customer keeps the plan after all: an upgrade that waits for its payment is given up. */
async function cancelPending({ stripe }: BillingDeps, account: Account): Promise<undefined> {
  const subscription = await paidSubscription(stripe, account);
  if (subscription) await discardPendingUpdate(stripe, subscription);
}

/** Returns the page where the change must be paid, if Stripe could not charge the card. */
async function changeToPriced(
  deps: BillingDeps,
  request: ChangeRequest,
  account: Account,
  planId: string,
): Promise<PlanChangeResult | undefined> {
  const plan = choosePriced(deps.plans, planId);
  requireNotSuspended(account);
  requireFewKeys(plan, await listActiveKeys(deps.directory, account));
  await requireNoDebt(deps, account);
  const subscription = await paidSubscription(deps.stripe, account);
  if (!subscription) throw new CheckoutRequiredError(planId);
  const page = await pendingPage(deps.stripe, subscription, planId);
  if (page) return page;
  requireNoRenewal(subscription, deps.clock());
  const intending = await intendPlan(deps, request, plan);
  try {
    const waiting = await changeSubscription(deps, intending, subscription, plan);
    if (waiting) await keepIntendedPlan(deps, request, plan, waiting.expiresAt);
    return waiting;
  } catch (error) {
    // Without an answer of Stripe the change may have happened: it is settled later.
    if (!isUnavailable(error)) await forgetIntendedPlan(deps, request, plan);
    throw error;
  }
}

async function changeSubscription(
  deps: BillingDeps,
  account: Account,
  subscription: Stripe.Subscription,
  plan: Plan,
): Promise<PendingPayment | undefined> {
  if (!(await payRenewal(deps.stripe, subscription))) {
    await settleAccount(deps, account.accountId);
    throw new CheckoutRequiredError(plan.id);
  }
  await requireGoingOn(deps.stripe, subscription.id);
  if (!(await isPeriodPaid(deps.stripe, subscription))) throw new PeriodNotPaidError();
  try {
    await discardPendingUpdate(deps.stripe, subscription);
    const updated = await updatePrice(deps, account, subscription, plan);
    return await pendingPage(deps.stripe, updated, plan.id);
  } catch (error) {
    if (!isRefusal(error) || (await isUnchanged(deps.stripe, subscription))) throw error;
    await settleAccount(deps, account.accountId);
    throw new SubscriptionChangedError();
  }
}

/** Refunds the payment if the subscription was ended just before it was paid here. @throws {SubscriptionChangedError} */
async function requireGoingOn(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (!hasEnded(subscription)) return;
  await refundInvoices(stripe, await paidAfterEnd(stripe, subscription));
  throw new SubscriptionChangedError();
}

/** The subscription whose price can be changed: one without an unpaid period. */
async function paidSubscription(stripe: Stripe, { billing }: Account): Promise<Stripe.Subscription | undefined> {
  if (!billing?.subscriptionId) return undefined;
  const subscriptions = await listSubscriptions(stripe, billing.customerId);
  const governing = governingSubscription(subscriptions, billing.subscriptionId);
  return governing?.status === 'active' || governing?.status === 'trialing' ? governing.object : undefined;
}

/**
 * If the sum cannot be charged, the change waits for its payment, and the plan stays. A negative sum is credit at once.
 */
async function updatePrice(
  deps: BillingDeps,
  account: Account,
  subscription: Stripe.Subscription,
  plan: Plan,
): Promise<Stripe.Subscription> {
  const { stripe, clock } = deps;
  const { id, items, latest_invoice } = subscription;
  const price = await findPrice(deps, plan);
  // Two tabs make one change. The time ends the memory of a refusal, which Stripe would repeat for 24 hours.
  const tenMinutes = Math.floor(clock() / 600_000);
  const idempotencyKey = ['change', id, account.version, idOf(latest_invoice ?? undefined), price, tenMinutes].join(
    '-',
  );
  return stripe.subscriptions.update(
    id,
    { items: [{ id: items.data[0]?.id ?? '', price }], ...prorationOf(deps, account, subscription, plan) },
    // Stripe charges the card before it answers.
    { idempotencyKey, timeout: 20_000 },
  );
}

async function isUnchanged(stripe: Stripe, { id, status, items }: Stripe.Subscription): Promise<boolean> {
  const now = await stripe.subscriptions.retrieve(id);
  return now.status === status && now.items.data[0]?.price.id === items.data[0]?.price.id;
}

/** The change is made at Stripe; the account only remembers the Idempotency-Key. */
const remember = async (deps: BillingDeps, request: ChangeRequest): Promise<void> => {
  if (!request.idempotency) return;
  await changeAccount(deps, request, { decide: async () => ({ result: undefined }), repeat: async () => undefined });
};

async function repeatedResult({ stripe }: BillingDeps, account: Account, planId: string): Promise<PlanChangeResult> {
  const subscription = await paidSubscription(stripe, account);
  const page = subscription && (await pendingPage(stripe, subscription, planId));
  return page ?? { kind: 'changed', account };
}
