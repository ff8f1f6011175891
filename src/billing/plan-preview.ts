import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import { dayQuotaAfter } from '../keys/day-quota.ts';
import { choosePlan, isFree, isFreePlan, type Plan } from '../plans.ts';
import { dayOf, type EpochMs } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { PreviewOutdatedError } from './billing-errors.ts';
import { prorationOf } from './proration.ts';
import { callStripe } from './stripe-errors.ts';
import { listSubscriptions } from './stripe-lists.ts';
import { choosePriced, findPrice, type Money, priceAmount } from './stripe-prices.ts';
import { governingSubscription } from './subscription-plan.ts';
import { keptTime } from './unused-time.ts';

/** What a change of plan would cost now, and what today's quota becomes. */
export type PlanPreview = Money & {
  readonly planId: string;
  /** `checkout`: the customer pays on a page first. `none`: the account has the plan. */
  readonly kind: 'charge' | 'credit' | 'checkout' | 'none';
  /** When the charge or the credit begins. */
  readonly from: EpochMs;
  readonly callsToday: number;
  /** Sent with the change: it is refused if the day or the account has changed since. */
  readonly preview: string;
};

/**
 * Says what a change of plan would charge or credit.
 * @throws {UnknownPlanError} @throws {CatalogueIncompleteError} @throws {BillingUnavailableError}
 */
export const previewPlanChange = (deps: BillingDeps, accountId: string, planId: string): Promise<PlanPreview> =>
  callStripe(async () => {
    const account = await findAccount(deps.directory, accountId);
    const now = deps.clock();
    const plan = isFreePlan(deps.plans, planId)
      ? choosePlan(deps.plans, planId, 'customer')
      : choosePriced(deps.plans, planId);
    const quota = dayQuotaAfter(account, { planId, inactive: null }, { plans: deps.plans, now });
    const { callsPerDay } = plan.limits;
    const callsToday = quota?.day === dayOf(now) ? Math.min(callsPerDay, quota.calls) : callsPerDay;
    return { planId, callsToday, preview: previewOf(account, planId, now), ...(await costOf(deps, account, plan)) };
  });

type Cost = Pick<PlanPreview, 'kind' | 'amount' | 'currency' | 'from'>;

async function costOf(deps: BillingDeps, account: Account, plan: Plan): Promise<Cost> {
  const { stripe, settings, clock } = deps;
  const nothing = { amount: 0, currency: settings.currency, from: clock() };
  if (account.planId === plan.id && account.inactive === null) return { ...nothing, kind: 'none' };
  const subscription = await liveSubscription(stripe, account);
  if (isFree(plan)) {
    if (!subscription) return { ...nothing, kind: 'none' };
    const { amount, from } = await keptTime(stripe, subscription, clock());
    return { kind: 'credit', amount, currency: subscription.currency, from };
  }
  const isPaid = subscription?.status === 'active' || subscription?.status === 'trialing';
  if (!isPaid) return { ...nothing, kind: 'checkout', amount: priceAmount(plan, settings) };
  return costOfUpdate(deps, account, subscription, plan);
}

async function liveSubscription(stripe: Stripe, { billing }: Account): Promise<Stripe.Subscription | undefined> {
  if (!billing?.subscriptionId) return undefined;
  const subscriptions = await listSubscriptions(stripe, billing.customerId);
  return governingSubscription(subscriptions, billing.subscriptionId)?.object;
}

/** Stripe computes it, with discounts and tax, as it will for the change itself. */
async function costOfUpdate(
  deps: BillingDeps,
  account: Account,
  subscription: Stripe.Subscription,
  plan: Plan,
): Promise<Cost> {
  const { stripe, clock } = deps;
  const { id, items, currency } = subscription;
  const { proration_behavior, proration_date } = prorationOf(deps, account, subscription, plan);
  const from = proration_date === undefined ? clock() : proration_date * 1_000;
  if (proration_behavior === 'none') return { kind: 'charge', amount: 0, currency, from };
  const price = await findPrice(deps, plan);
  const { total, amount_due } = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      ...(proration_date !== undefined && { proration_date }),
    },
  });
  return total < 0
    ? { kind: 'credit', amount: -total, currency, from }
    : { kind: 'charge', amount: amount_due, currency, from };
}

/** @param preview undefined if the client has none @throws {PreviewOutdatedError} */
export function requirePreview(account: Account, planId: string, now: number, preview: string | undefined): void {
  if (preview !== undefined && preview !== previewOf(account, planId, now)) throw new PreviewOutdatedError();
}

/** What the amounts depend on: the day, the plan, and what today is paid for. */
function previewOf({ planId, inactive, billing, dayQuota }: Account, next: string, now: number): string {
  const day = dayOf(now);
  const paid = dayQuota?.day === day ? dayQuota.planId : null;
  const state = [day, next, planId, inactive, billing?.subscriptionId ?? null, paid];
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
}
