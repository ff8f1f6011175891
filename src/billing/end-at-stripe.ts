import type Stripe from 'stripe';
import type { BillingDeps } from './billing-deps.ts';
import { PaymentInProgressError } from './billing-errors.ts';
import { isMissing, isRefusal } from './stripe-errors.ts';
import { listAll, pageSize } from './stripe-lists.ts';
import { creditUnusedTime } from './unused-time.ts';

type EndDeps = Pick<BillingDeps, 'stripe' | 'log'>;

/**
 * Ends a subscription at once. The cancellation comes first, because it ends the collection of every invoice, and Stripe
 * may be unable to void one. Then its open invoices are voided, as far as Stripe can. What somebody pays
 * in between is refunded by the reconciliation. Can be repeated after a failure anywhere.
 * @throws {PaymentInProgressError} while its first payment is made in Checkout
 */
export async function endAtStripe(deps: EndDeps, subscriptionId: string): Promise<Stripe.Subscription | undefined> {
  const { stripe } = deps;
  const subscription = await findSubscription(stripe, subscriptionId);
  if (!subscription) return undefined;
  const ended = hasEnded(subscription) ? subscription : await cancel(stripe, subscriptionId);
  await voidOpenInvoices(deps, subscriptionId);
  return ended;
}

/** Ends a subscription, with credit for the time from the next 00:00 UTC on, as far as it is paid. */
export async function endWithCredit(deps: EndDeps, subscriptionId: string): Promise<void> {
  const ended = await endAtStripe(deps, subscriptionId);
  if (ended) await creditUnusedTime(deps, ended);
}

/** For ever. */
export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

async function findSubscription(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.retrieve(subscriptionId);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Cancels at once, without a proration of Stripe's; does nothing if the subscription has ended. */
async function cancel(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.cancel(subscriptionId, { prorate: false, invoice_now: false });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const subscription = await findSubscription(stripe, subscriptionId);
    if (!subscription || hasEnded(subscription)) return subscription;
    // The first payment is being made in Checkout.
    throw subscription.status === 'incomplete' ? new PaymentInProgressError({ cause: error }) : error;
  }
}

/**
 * Voids the open invoices of an ended subscription. One that Stripe cannot void stays as it is, and so does a draft: nothing
 * collects them any more. A draft is not finalized to be voided, because the customer's credit would pay it.
 */
export async function voidOpenInvoices({ stripe, log }: EndDeps, subscription: string): Promise<void> {
  for (const { id } of await listAll(stripe.invoices.list({ subscription, status: 'open', limit: pageSize }))) {
    try {
      await voidInvoice(stripe, id);
    } catch (error) {
      if (!(error instanceof PaymentInProgressError)) throw error;
      log.warn('invoice_left', { subscriptionId: subscription, invoiceId: id, detail: String(error.cause) });
    }
  }
}

/**
 * Voids an open invoice unless it is paid or void by now. What it had taken of the customer's credit is given back by Stripe.
 * @throws {PaymentInProgressError}
 */
export async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if ((await stripe.invoices.retrieve(invoiceId)).status === 'open')
      throw new PaymentInProgressError({ cause: error });
  }
}
