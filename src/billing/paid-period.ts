import type Stripe from 'stripe';
import { idOf, isOfPeriod, listAll, pageSize } from './stripe-lists.ts';

/** A subscription's invoice may be a little older than the period that it is for. */
const beforePeriodSeconds = 600;

const periodStart = ({ items, created }: Stripe.Subscription): number =>
  (items.data[0]?.current_period_start ?? created) - beforePeriodSeconds;

/** The paid invoices of the current period. */
export async function paidInPeriod(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const paid = await listAll(stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: pageSize }));
  return paid.filter(({ created }) => created >= periodStart(subscription));
}

/** What a paid invoice was paid with; nothing if credit covered it. */
export async function paymentIntentsOf(stripe: Stripe, { id }: Stripe.Invoice): Promise<string[]> {
  const payments = await listAll(stripe.invoicePayments.list({ invoice: id, status: 'paid', limit: pageSize }));
  return payments.flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

/**
 * Whether the current period of a subscription is paid and the money was kept: not refunded, and not taken back in a
 * dispute. The customer's payments for other subscriptions do not count.
 */
export async function isPeriodPaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  for await (const invoice of stripe.invoices.list({ subscription: subscription.id, limit: pageSize })) {
    if (!isOfPeriod(invoice)) continue;
    if (invoice.status !== 'paid') return false;
    break;
  }
  const intents = new Set<string | undefined>();
  for (const invoice of await paidInPeriod(stripe, subscription)) {
    for (const intent of await paymentIntentsOf(stripe, invoice)) intents.add(intent);
  }
  const created = { gte: periodStart(subscription) };
  const customer = idOf(subscription.customer) ?? '';
  const charges = await listAll(stripe.charges.list({ customer, created, limit: pageSize }));
  return !charges.some(
    ({ payment_intent, amount_refunded, disputed }) =>
      intents.has(idOf(payment_intent ?? undefined)) && (amount_refunded > 0 || disputed),
  );
}
