import type Stripe from 'stripe';
import type { EpochMs } from '../time.ts';
import { voidInvoice } from './end-at-stripe.ts';
import { idOf, planIdOf } from './stripe-lists.ts';

/** A page at Stripe where something is paid; it ends at `expiresAt`. */
export type PaymentPage = { readonly url: string; readonly expiresAt: EpochMs };

/** A change of plan takes effect when its invoice is paid on the page. */
export type PendingPayment = { readonly kind: 'payment' } & PaymentPage;

/** The page of a change to this plan that waits for its payment. */
export async function pendingPage(
  stripe: Stripe,
  { pending_update, latest_invoice }: Stripe.Subscription,
  planId: string,
): Promise<PendingPayment | undefined> {
  const data = pending_update?.subscription_items;
  const invoiceId = idOf(latest_invoice ?? undefined);
  if (!pending_update || !data || !invoiceId) return undefined;
  if (planIdOf(data) !== planId) return undefined;
  const { hosted_invoice_url } = await stripe.invoices.retrieve(invoiceId);
  return hosted_invoice_url
    ? { kind: 'payment', url: hosted_invoice_url, expiresAt: pending_update.expires_at * 1_000 }
    : undefined;
}

/** Stripe gives up a pending update as soon as its invoice is void. */
export async function discardPendingUpdate(
  stripe: Stripe,
  { pending_update, latest_invoice }: Stripe.Subscription,
): Promise<void> {
  const invoiceId = idOf(latest_invoice ?? undefined);
  if (pending_update && invoiceId) await voidInvoice(stripe, invoiceId);
}
