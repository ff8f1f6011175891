import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import { PaymentInProgressError } from './billing-errors.ts';
import { endAtStripe, hasEnded } from './end-at-stripe.ts';
import { isPeriodPaid } from './paid-period.ts';
import { discardPendingUpdate } from './pending-update.ts';
import { isRefusal } from './stripe-errors.ts';

// A suspended account must not go on being charged: after a fraud warning, each further charge may become a dispute. Its
// subscription ends with the paid period. If the account is resumed before that, the subscription goes on.

/** Marks a subscription whose end at the end of the period comes from a suspension. */
const mark = 'endsBySuspension';

/**
 * Ends, or continues, the subscription of an account that was suspended or resumed. Changes nothing if that is done.
 * @returns whether it changed something
 */
export async function settleSuspension(
  deps: Pick<BillingDeps, 'stripe' | 'log'>,
  { state }: Pick<Account, 'state'>,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  const { id, cancel_at_period_end, metadata } = subscription;
  if (state === 'suspended' && !cancel_at_period_end) {
    await endWithPeriod(deps, subscription);
    return true;
  }
  if (state !== 'active' || metadata[mark] === undefined) return false;
  await update(deps.stripe, id, { cancel_at_period_end: false, metadata: { [mark]: '' } });
  return true;
}

async function endWithPeriod(
  deps: Pick<BillingDeps, 'stripe' | 'log'>,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { id, status } = subscription;
  const isPaid = status === 'trialing' || (status === 'active' && (await isPeriodPaid(deps.stripe, subscription)));
  // Stripe would go on trying to charge the card for it.
  if (!isPaid) return void (await endAtStripe(deps, id));
  try {
    await discardPendingUpdate(deps.stripe, subscription);
  } catch (error) {
    if (!(error instanceof PaymentInProgressError)) throw error;
  }
  await update(deps.stripe, id, { cancel_at_period_end: true, metadata: { [mark]: 'true' } });
}

/** Does nothing if the subscription has ended in the meantime. */
async function update(stripe: Stripe, id: string, params: Stripe.SubscriptionUpdateParams): Promise<void> {
  try {
    await stripe.subscriptions.update(id, params);
  } catch (error) {
    if (!isRefusal(error) || !hasEnded(await stripe.subscriptions.retrieve(id))) throw error;
  }
}
