import type Stripe from 'stripe';
import type { BillingDeps } from './billing-deps.ts';
import { endAtStripe } from './end-at-stripe.ts';
import { paidInPeriod, paymentIntentsOf } from './paid-period.ts';
import { isRefusal } from './stripe-errors.ts';
import { idOf, listAll, pageSize } from './stripe-lists.ts';

/**
 * Gives back what a second subscription of an account has cost in its current period, and ends it. First the money: after a
 * failure the subscription is still there to be found.
 * @returns the number of refunded payments
 */
export async function refundDuplicate(
  deps: Pick<BillingDeps, 'stripe' | 'log'>,
  subscription: Stripe.Subscription,
): Promise<number> {
  const refunded = await refundInvoices(deps.stripe, await paidInPeriod(deps.stripe, subscription));
  await endAtStripe(deps, subscription.id);
  return refunded;
}

/**
 * Invoices of a subscription that were paid after it had ended: the customer got nothing for them. They should have been
 * voided before; this repairs what somebody paid in that moment.
 */
export async function paidAfterEnd(stripe: Stripe, { id, ended_at }: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  if (!ended_at) return [];
  const paid = await listAll(stripe.invoices.list({ subscription: id, status: 'paid', limit: pageSize }));
  return paid.filter(
    ({ created, amount_paid, status_transitions: { paid_at } }) =>
      amount_paid > 0 && created < ended_at && paid_at !== null && paid_at > ended_at,
  );
}

/** Refunds payments and gives back the credit that the invoices took. @returns the number of refunded payments */
export async function refundInvoices(stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<number> {
  let refunded = 0;
  for (const invoice of invoices) {
    for (const intent of await paymentIntentsOf(stripe, invoice))
      if (await refundPayment(stripe, intent)) refunded += 1;
    await returnCredit(stripe, invoice);
  }
  return refunded;
}

/** The operator has given the money back, or with a dispute the customer's bank. */
const givenBack: readonly unknown[] = ['charge_already_refunded', 'charge_disputed'];

/** False if the money was given back before. */
export async function refundPayment(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const listed = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 });
  if (listed.data.some(({ status }) => status !== 'failed' && status !== 'canceled')) return false;
  try {
    const request = { payment_intent: paymentIntent, reason: 'duplicate' as const };
    await stripe.refunds.create(request, { idempotencyKey: `refund-${paymentIntent}` });
    return true;
  } catch (error) {
    if (isRefusal(error) && error instanceof Error && 'code' in error && givenBack.includes(error.code)) return false;
    throw error;
  }
}

async function returnCredit(stripe: Stripe, invoice: Stripe.Invoice): Promise<void> {
  const { id, customer, starting_balance, ending_balance, currency } = invoice;
  const used = (ending_balance ?? starting_balance) - starting_balance;
  const customerId = idOf(customer ?? undefined);
  if (used <= 0 || !customerId) return;
  const transactions = await listAll(stripe.customers.listBalanceTransactions(customerId, { limit: pageSize }));
  if (transactions.some(({ metadata }) => metadata?.returnedFrom === id)) return;
  await stripe.customers.createBalanceTransaction(
    customerId,
    { amount: -used, currency, description: 'Credit of a duplicate subscription', metadata: { returnedFrom: id } },
    { idempotencyKey: `credit-${id}` },
  );
}
