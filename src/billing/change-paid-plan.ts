import type Stripe from 'stripe';
import { changePlan, requireFewKeys } from '../accounts/account-plan.ts';
import { type ChangeRequest, changeAccount, isCarriedOut } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CheckoutRequiredError, PeriodNotPaidError, SubscriptionChangedError } from './billing-errors.ts';
import { choosePriced } from './checkout.ts';
import { endSubscription } from './end-subscription.ts';
import { isPeriodPaid, payRenewal, requireNoRenewal } from './paid-period.ts';
import { discardPendingUpdate, type PendingPayment, pendingPage } from './pending-update.ts';
import { settleAccount } from './settle-account.ts';
import { callStripe, isRefusal } from './stripe-errors.ts';
import { idOf, listSubscriptions } from './stripe-lists.ts';
import { findPrice } from './stripe-prices.ts';
import { governingSubscription } from './subscription-plan.ts';

/** The plan is changed, or the change takes effect when its invoice is paid on the page. */
export type PlanChangeResult = { readonly kind: 'changed'; readonly account: Account } | PendingPayment;

/**
 * Changes an account's plan, whether it is paid or free: PUT /v1/account/plan while billing is on.
 * @throws {CheckoutRequiredError} if the plan has a price and the account has no paid subscription
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {SubscriptionChangedError} @throws {PeriodNotPaidError}
 * @throws {PaymentInProgressError} @throws {AccountBusyError} @throws {BillingUnavailableError}
 */
export const changePaidPlan = (deps: BillingDeps, request: ChangeRequest, planId: string): Promise<PlanChangeResult> =>
  callStripe(async () => {
    const account = await settleAccount(deps, request.accountId);
    if (await isCarriedOut(deps, request)) return repeatedResult(deps, account, planId);
    if (planId === deps.plans.free.id) return { kind: 'changed', account: await changeToFree(deps, request, account) };
    const isKept = account.planId === planId && account.inactive === null;
    const pending = isKept ? await cancelPending(deps, account) : await changeToPriced(deps, request, account, planId);
    await remember(deps, request);
    return pending ?? { kind: 'changed', account: await settleAccount(deps, request.accountId) };
  });

const changeToFree = (deps: BillingDeps, request: ChangeRequest, { billing }: Account): Promise<Account> =>
  billing?.subscriptionId ? endSubscription(deps, request) : changePlan(deps, request, deps.plans.free.id);

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
  requireFewKeys(plan, await listActiveKeys(deps.directory, account));
  const subscription = await paidSubscription(deps.stripe, account);
  if (!subscription) throw new CheckoutRequiredError(planId);
  const page = await pendingPage(deps.stripe, subscription, planId);
  if (page) return page;
  requireNoRenewal(subscription, deps.clock());
  if (!(await payRenewal(deps.stripe, subscription))) {
    await settleAccount(deps, request.accountId);
    throw new CheckoutRequiredError(planId);
  }
  if (!(await isPeriodPaid(deps.stripe, subscription))) throw new PeriodNotPaidError();
  try {
    await discardPendingUpdate(deps.stripe, subscription);
    const updated = await updatePrice(deps, account, subscription, await findPrice(deps, plan));
    return await pendingPage(deps.stripe, updated, planId);
  } catch (error) {
    if (!isRefusal(error) || (await isUnchanged(deps.stripe, subscription))) throw error;
    await settleAccount(deps, request.accountId);
    throw new SubscriptionChangedError();
  }
}

/** The subscription whose price can be changed: one without an unpaid period. */
async function paidSubscription(stripe: Stripe, { billing }: Account): Promise<Stripe.Subscription | undefined> {
  if (!billing?.subscriptionId) return undefined;
  const subscriptions = await listSubscriptions(stripe, billing.customerId);
  const governing = governingSubscription(subscriptions, billing.subscriptionId);
  return governing?.status === 'active' || governing?.status === 'trialing' ? governing.object : undefined;
}

/**
 * Up or down: what is left of the paid period is credited, the new price is charged for it, and a negative sum is credit
 * at once. If the sum cannot be charged, the change waits for its payment, and the plan stays.
 */
async function updatePrice(
  { stripe, clock }: BillingDeps,
  { version }: Account,
  { id, items, latest_invoice }: Stripe.Subscription,
  price: string,
): Promise<Stripe.Subscription> {
  // Two tabs make one change. The time ends the memory of a refusal, which Stripe would repeat for 24 hours.
  const tenMinutes = Math.floor(clock() / 600_000);
  const idempotencyKey = ['change', id, version, idOf(latest_invoice ?? undefined), price, tenMinutes].join('-');
  return stripe.subscriptions.update(
    id,
    {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    },
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
