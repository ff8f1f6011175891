import { cardOf } from '../customers/cards.ts';
import type { FakeState } from '../fake-state.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { periodFrom } from './billing-periods.ts';
import { periodLines } from './subscription-creation.ts';
import { endSubscription, setStatus } from './subscription-status.ts';

const renewing = new Set(['active', 'past_due', 'trialing', 'unpaid']);

/** The second at which the current period or trial ends, if the subscription renews. */
export function renewalTime(subscription: FakeSubscription): number | undefined {
  return renewing.has(subscription.status) ? subscription.items.data[0]?.current_period_end : undefined;
}

/** Begins the next period with a draft invoice, or ends the subscription. */
export function renew(state: FakeState, subscription: FakeSubscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(state, subscription, 'cancellation_requested');
    return;
  }
  if (subscription.status === 'trialing' && cardOf(state, subscription) === null) {
    const { missing_payment_method: behavior } = subscription.trial_settings.end_behavior;
    if (behavior === 'cancel') {
      endSubscription(state, subscription, null);
      return;
    }
    if (behavior === 'pause') {
      pause(state, subscription);
      return;
    }
  }
  beginPeriod(state, subscription);
}

function pause(state: FakeState, subscription: FakeSubscription): void {
  setStatus(state, subscription, 'paused');
  state.emit('customer.subscription.paused', subscription);
}

function beginPeriod(state: FakeState, subscription: FakeSubscription): void {
  const [first] = subscription.items.data;
  if (!first) return;
  const past = { start: first.current_period_start, end: first.current_period_end };
  const period = periodFrom(past.end, subscription.billing_cycle_anchor, first.price.recurring);
  for (const item of subscription.items.data) {
    item.current_period_start = period.start;
    item.current_period_end = period.end;
  }
  if (subscription.status === 'trialing') subscription.status = 'active';
  draftInvoice(state, {
    subscription,
    reason: 'subscription_cycle',
    lines: periodLines(state, subscription, period, false),
    period: past,
    // An unpaid subscription gets drafts that nobody collects.
    autoAdvance: subscription.status !== 'unpaid',
  });
  state.emit('customer.subscription.updated', subscription);
}
