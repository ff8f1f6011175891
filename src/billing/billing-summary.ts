import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import type { BillingDeps } from './billing-deps.ts';
import { callStripe, isMissing, isRefusal } from './stripe-errors.ts';
import { idOf, isOfPeriod, listAll, listSubscriptions, pageSize, planIdOf } from './stripe-lists.ts';
import { governingSubscription } from './subscription-plan.ts';

/** An amount in the currency's smallest unit. */
export type Money = { readonly amount: number; readonly currency: string };

/** How an account pays. Times are ms since the epoch. */
export type BillingSummary = {
  /** `failed`: the last payment failed, and the grace period runs. `unpaid`: it is over, or the subscription is paused. */
  readonly state: 'none' | 'trialing' | 'paid' | 'failed' | 'unpaid';
  readonly planId: string;
  readonly trialEndsAt: number | null;
  readonly graceEndsAt: number | null;
  /** A change of plan that takes effect when it is paid. */
  readonly pendingPlan: { readonly planId: string; readonly paymentUrl: string; readonly expiresAt: number } | null;
  readonly openInvoice: (Money & { readonly paymentUrl: string }) | null;
  readonly nextInvoice: (Money & { readonly at: number }) | null;
  /** Credit of the customer, at least 0, in the smallest unit of `currency`. */
  readonly credit: number;
  readonly currency: string;
};

/** @throws {BillingUnavailableError} */
export const billingSummary = (deps: BillingDeps, accountId: string): Promise<BillingSummary> =>
  callStripe(async () => {
    const account = await findAccount(deps.directory, accountId);
    const none = noBilling(account, deps.settings.currency);
    if (!account.billing) return none;
    const { customerId, subscriptionId, graceEndsAt } = account.billing;
    const [customer, subscriptions, invoices] = await Promise.all([
      findCustomer(deps.stripe, customerId),
      listSubscriptions(deps.stripe, customerId),
      listAll(deps.stripe.invoices.list({ customer: customerId, status: 'open', limit: pageSize })),
    ]);
    if (!customer) return none;
    const governing = governingSubscription(subscriptions, subscriptionId);
    const summary = {
      ...none,
      credit: Math.max(0, -customer.balance),
      currency: customer.currency ?? none.currency,
      openInvoice: openInvoice(invoices),
    };
    if (!governing) return summary;
    const { object } = governing;
    return {
      ...summary,
      state: stateOf(object.status, account),
      trialEndsAt: object.status === 'trialing' && object.trial_end ? object.trial_end * 1_000 : null,
      graceEndsAt: account.inactive === null ? graceEndsAt : null,
      pendingPlan: pendingPlan(object, invoices),
      nextInvoice: await nextInvoice(deps.stripe, customerId, object),
    };
  });

const noBilling = ({ planId }: Account, currency: string): BillingSummary => ({
  state: 'none',
  planId,
  trialEndsAt: null,
  graceEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: null,
  credit: 0,
  currency,
});

async function findCustomer(stripe: Stripe, customerId: string): Promise<Stripe.Customer | undefined> {
  const customer = await stripe.customers.retrieve(customerId);
  return customer.deleted ? undefined : customer;
}

function stateOf(status: string, { inactive }: Account): BillingSummary['state'] {
  if (status === 'trialing') return 'trialing';
  if (status === 'active') return 'paid';
  return status === 'past_due' && inactive === null ? 'failed' : 'unpaid';
}

/** The oldest unpaid invoice of a period. */
function openInvoice(open: readonly Stripe.Invoice[]): BillingSummary['openInvoice'] {
  const invoice = open.findLast(isOfPeriod);
  if (!invoice?.hosted_invoice_url) return null;
  const { amount_remaining, currency, hosted_invoice_url } = invoice;
  return { amount: amount_remaining, currency, paymentUrl: hosted_invoice_url };
}

function pendingPlan(
  { pending_update, latest_invoice }: Stripe.Subscription,
  open: readonly Stripe.Invoice[],
): BillingSummary['pendingPlan'] {
  const planId = planIdOf(pending_update?.subscription_items ?? []);
  const paymentUrl = open.find(({ id }) => id === idOf(latest_invoice ?? undefined))?.hosted_invoice_url;
  if (!pending_update || planId === undefined || !paymentUrl) return null;
  return { planId, paymentUrl, expiresAt: pending_update.expires_at * 1_000 };
}

/** Null if the subscription will not be renewed. */
async function nextInvoice(
  stripe: Stripe,
  customer: string,
  { id, status, items, cancel_at, cancel_at_period_end }: Stripe.Subscription,
): Promise<BillingSummary['nextInvoice']> {
  const at = items.data[0]?.current_period_end;
  const isRenewed = (status === 'active' || status === 'trialing') && !cancel_at && !cancel_at_period_end;
  if (!at || !isRenewed) return null;
  try {
    const { amount_due, currency } = await stripe.invoices.createPreview({ customer, subscription: id });
    return { at: at * 1_000, amount: amount_due, currency };
  } catch (error) {
    // The subscription has ended since it was read.
    if (isRefusal(error) || isMissing(error)) return null;
    throw error;
  }
}
