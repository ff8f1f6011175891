import type Stripe from 'stripe';
import { AccountBusyError } from '../directory/change-account.ts';
import { isCardError, isRefusal } from './stripe-errors.ts';
import { idOf, isOfPeriod, listAll, pageSize } from './stripe-lists.ts';

// Stripe credits the rest of a period whether it was paid or not. So a period is paid, or given up, before a change of the
// subscription credits anything of it.

/** A change that meets the beginning of a period would give credit for a period that is not paid yet. */
const renewalMs = 60_000;

/** @throws {AccountBusyError} in the minute before a paid subscription is renewed, and while Stripe is late with it */
export function requireNoRenewal({ id, status, items, metadata }: Stripe.Subscription, now: number): void {
  const periodEnd = items.data[0]?.current_period_end;
  const isPaid = status === 'active' || status === 'trialing';
  if (isPaid && periodEnd && now >= periodEnd * 1_000 - renewalMs) throw new AccountBusyError(metadata.accountId ?? id);
}

/** Whether the invoice of the current period is paid. What was refunded of it is settled by itself (take-back.ts). */
export async function isPeriodPaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = await latestPeriodInvoice(stripe, subscription);
  return !invoice || invoice.status === 'paid';
}

/** A subscription's invoice may be a little older than the period that it is for. */
const beforePeriodSeconds = 600;

const startOf = ({ items, created }: Stripe.Subscription): number =>
  (items.data[0]?.current_period_start ?? created) - beforePeriodSeconds;

/** The paid invoices of the current period. */
export async function paidInPeriod(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const paid = await listAll(stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: pageSize }));
  return paid.filter(({ created }) => created >= startOf(subscription));
}

/** What a paid invoice was paid with; nothing if credit covered it. */
export async function paymentIntentsOf(stripe: Stripe, { id }: Stripe.Invoice): Promise<string[]> {
  const payments = await listAll(stripe.invoicePayments.list({ invoice: id, status: 'paid', limit: pageSize }));
  return payments.flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

/**
 * Pays the current period now if its invoice is still a draft, as it is for about an hour after a renewal.
 * @returns false if the card was declined
 */
export async function payRenewal(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = await latestPeriodInvoice(stripe, subscription);
  if (invoice?.status !== 'draft' && invoice?.status !== 'open') return true;
  try {
    const final = invoice.status === 'draft' ? await stripe.invoices.finalizeInvoice(invoice.id) : invoice;
    // Credit may have covered it all.
    if (final.status === 'open') await stripe.invoices.pay(invoice.id, {}, { timeout: 20_000 });
  } catch (error) {
    if (!isCardError(error) && !isRefusal(error)) throw error;
    const { status } = await stripe.invoices.retrieve(invoice.id);
    // Stripe cannot finalize it, for example because it does not know the tax of the address.
    if (status === 'draft') throw error;
    return status === 'paid';
  }
  return (await stripe.invoices.retrieve(invoice.id)).status === 'paid';
}

/** Undefined if the subscription has never had an invoice. */
async function latestPeriodInvoice(stripe: Stripe, { id }: Stripe.Subscription): Promise<Stripe.Invoice | undefined> {
  for await (const invoice of stripe.invoices.list({ subscription: id, limit: pageSize })) {
    if (isOfPeriod(invoice)) return invoice;
  }
  return undefined;
}
