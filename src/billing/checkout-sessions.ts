import type Stripe from 'stripe';
import { PaymentInProgressError } from './billing-errors.ts';
import { isRefusal } from './stripe-errors.ts';
import { listAll, pageSize } from './stripe-lists.ts';

/**
 * Closes every open Checkout page of a customer, so that nothing can be paid there any more.
 * @param keep number of a Checkout whose page stays open
 * @returns whether a page was completed meanwhile
 * @throws {PaymentInProgressError} if a payment is being made on one
 */
export async function expireSessions(stripe: Stripe, customerId: string, keep?: number): Promise<boolean> {
  const open = await listAll(stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: pageSize }));
  let isCompleted = false;
  for (const { id, metadata } of open) {
    if (keep !== undefined && metadata?.checkout === String(keep)) continue;
    if ((await expireSession(stripe, id)) === 'complete') isCompleted = true;
  }
  return isCompleted;
}

/** @throws {PaymentInProgressError} */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<'expired' | 'complete'> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return 'expired';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status } = await stripe.checkout.sessions.retrieve(sessionId);
    if (status === 'open') throw new PaymentInProgressError();
    return status === 'complete' ? 'complete' : 'expired';
  }
}
