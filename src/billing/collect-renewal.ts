import type Stripe from 'stripe';
import { isCardError, isRefusal } from './stripe-errors.ts';
import { isOfPeriod, listAll, pageSize } from './stripe-lists.ts';

/**
 * Pays the invoice of the current period if it is not paid yet. For about an hour after a renewal it is a draft, and
 * Stripe would credit the new period as if it were paid.
 * @returns whether all periods are paid
 */
export async function collectRenewal(stripe: Stripe, subscription: string): Promise<boolean> {
  for (const status of ['draft', 'open'] as const) {
    const unpaid = await listAll(stripe.invoices.list({ subscription, status, limit: pageSize }));
    for (const { id } of unpaid.filter(isOfPeriod)) if (!(await collect(stripe, id, status))) return false;
  }
  return true;
}

async function collect(stripe: Stripe, invoiceId: string, status: 'draft' | 'open'): Promise<boolean> {
  try {
    const final = status === 'draft' && (await stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: true }));
    // An invoice that credit covers is paid by now.
    if (final && final.status === 'paid') return true;
    return (await stripe.invoices.pay(invoiceId, {}, { timeout: 20_000 })).status === 'paid';
  } catch (error) {
    if (isCardError(error)) return false;
    if (!isRefusal(error)) throw error;
    return (await stripe.invoices.retrieve(invoiceId)).status === 'paid';
  }
}
