import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import type { EpochMs } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { type KeptSummary, keepSummary, readKeptSummary } from './kept-summary.ts';
import { callStripe, isMissing, isRefusal } from './stripe-errors.ts';
import { idOf, isOfPeriod, listAll, listSubscriptions, pageSize, planIdOf } from './stripe-lists.ts';
import { governingSubscription } from './subscription-plan.ts';
import { debtOf } from './take-back.ts';

/** How an account pays. Amounts are in the currency's smallest unit. */
export type BillingSummary = Omit<KeptSummary, 'status' | 'readAt'> & {
  /** `failed`: the last payment failed, and the grace period runs. `unpaid`: nothing is active until it is paid. */
  readonly state: 'none' | 'trialing' | 'paid' | 'failed' | 'unpaid';
  readonly planId: string;
  readonly graceEndsAt: EpochMs | null;
  /** When Stripe was last asked; null if it was never asked. */
  readonly readAt: EpochMs | null;
};

/** What is kept of an account's payments. Stripe is asked only if nothing is kept. @throws {BillingUnavailableError} */
export async function billingSummary(deps: BillingDeps, accountId: string): Promise<BillingSummary> {
  const account = await findAccount(deps.directory, accountId);
  const { billing, planId } = account;
  if (!billing) {
    const { status: _, ...nothing } = nothingKept(deps);
    return { ...nothing, state: 'none', planId, graceEndsAt: null, readAt: null };
  }
  const kept = (await readKeptSummary(deps.directory, accountId)) ?? (await refreshSummary(deps, account));
  const { status, pendingPlan, ...shown } = kept;
  const isWaiting = pendingPlan !== null && pendingPlan.expiresAt > deps.clock();
  return {
    ...shown,
    pendingPlan: isWaiting ? pendingPlan : null,
    state: stateOf(status, account),
    planId,
    graceEndsAt: account.inactive === null ? billing.graceEndsAt : null,
  };
}

/** If so, {@link billingSummary} does not ask Stripe. */
export const isSummaryKept = async (
  { directory }: Pick<BillingDeps, 'directory'>,
  account: Account,
): Promise<boolean> => !account.billing || (await readKeptSummary(directory, account.accountId)) !== undefined;

/** Asks Stripe what customers see of their payments, and keeps it. @throws {BillingUnavailableError} */
export const refreshSummary = (deps: BillingDeps, { accountId, billing }: Account): Promise<KeptSummary> =>
  callStripe(async () => {
    if (!billing) return nothingKept(deps);
    const summary = await readSummary(deps, billing);
    await keepSummary(deps.directory, accountId, summary);
    return summary;
  });

async function readSummary(
  deps: BillingDeps,
  { customerId, subscriptionId }: Pick<NonNullable<Account['billing']>, 'customerId' | 'subscriptionId'>,
): Promise<KeptSummary> {
  const none = nothingKept(deps);
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
    status: object.status,
    trialEndsAt: object.status === 'trialing' && object.trial_end ? object.trial_end * 1_000 : null,
    pendingPlan: pendingPlan(object, invoices),
    nextInvoice: await nextInvoice(deps.stripe, customerId, object),
  };
}

const nothingKept = ({ settings, clock }: Pick<BillingDeps, 'settings' | 'clock'>): KeptSummary => ({
  readAt: clock(),
  status: null,
  trialEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: null,
  credit: 0,
  currency: settings.currency,
});

async function findCustomer(stripe: Stripe, customerId: string): Promise<Stripe.Customer | undefined> {
  const customer = await stripe.customers.retrieve(customerId);
  return customer.deleted ? undefined : customer;
}

function stateOf(status: string | null, { inactive }: Account): BillingSummary['state'] {
  if (inactive === 'unpaid') return 'unpaid';
  if (status === null) return 'none';
  if (status === 'trialing') return 'trialing';
  if (status === 'active') return 'paid';
  return status === 'past_due' ? 'failed' : 'unpaid';
}

/** A debt first, because it has to be paid before anything else. */
function openInvoice(open: readonly Stripe.Invoice[]): KeptSummary['openInvoice'] {
  const debt = debtOf(open);
  if (debt) return debt;
  const invoice = open.findLast(isOfPeriod);
  if (!invoice?.hosted_invoice_url) return null;
  const { amount_remaining, currency, hosted_invoice_url } = invoice;
  return { amount: amount_remaining, currency, paymentUrl: hosted_invoice_url };
}

function pendingPlan(
  { pending_update, latest_invoice }: Stripe.Subscription,
  open: readonly Stripe.Invoice[],
): KeptSummary['pendingPlan'] {
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
): Promise<KeptSummary['nextInvoice']> {
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
