import type Stripe from 'stripe';
import type { BillingDeps } from './billing-deps.ts';
import { PaymentInProgressError } from './billing-errors.ts';
import { isPeriodPaid, requireNoRenewal } from './paid-period.ts';
import { isMissing, isRefusal } from './stripe-errors.ts';
import { listAll, pageSize } from './stripe-lists.ts';

type EndDeps = Pick<BillingDeps, 'stripe' | 'clock'>;

/**
 * Ends a subscription at once, with credit for the rest of its period only if the period is paid. Its open invoices are
 * voided first: after that nobody can pay for a subscription that is about to end. Can be repeated after a failure
 * anywhere, and does nothing more if the subscription has ended.
 * @throws {PaymentInProgressError} @throws {AccountBusyError} while the subscription is being renewed
 */
export async function endAtStripe(deps: EndDeps, subscriptionId: string): Promise<void> {
  const { stripe } = deps;
  const subscription = await findSubscription(stripe, subscriptionId);
  if (!subscription) return;
  if (!hasEnded(subscription)) {
    requireNoRenewal(subscription, deps.clock());
    await voidUnpaidInvoices(stripe, subscriptionId);
    const prorate = await isPeriodPaid(stripe, subscription);
    await cancel(stripe, subscriptionId, { prorate, invoice_now: prorate });
  }
  // An invoice of a change of plan that was made while the subscription ended.
  await voidUnpaidInvoices(stripe, subscriptionId);
}

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/** @throws {AccountBusyError} while the subscription is being renewed */
export async function requireEndable({ stripe, clock }: EndDeps, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(stripe, subscriptionId);
  if (subscription) requireNoRenewal(subscription, clock());
}

async function findSubscription(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.retrieve(subscriptionId);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Cancels at once; does nothing if the subscription has ended. */
export async function cancel(
  stripe: Stripe,
  subscriptionId: string,
  how: { prorate: boolean; invoice_now: boolean },
): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId, how);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const subscription = await findSubscription(stripe, subscriptionId);
    if (subscription && !hasEnded(subscription)) throw error;
  }
}

/** Drafts too: a renewal's invoice is a draft for about an hour, and would be charged after that. */
export async function voidUnpaidInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  for (const status of ['draft', 'open'] as const) {
    const invoices = await listAll(stripe.invoices.list({ subscription: subscriptionId, status, limit: pageSize }));
    for (const { id } of invoices) await voidInvoice(stripe, id, status);
  }
}

/**
 * Voids an invoice unless it is paid by now. What it had taken of the customer's credit is given back by Stripe.
 * @throws {PaymentInProgressError}
 */
export async function voidInvoice(stripe: Stripe, invoiceId: string, status: 'draft' | 'open'): Promise<void> {
  try {
    if (status === 'draft') await stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false });
    await stripe.invoices.voidInvoice(invoiceId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status: now } = await stripe.invoices.retrieve(invoiceId);
    if (now === 'open' || now === 'draft') throw new PaymentInProgressError();
  }
}
