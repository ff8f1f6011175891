import type { FakeState } from '../fake-state.ts';
import { markVoid } from '../invoices/void-invoice.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { FakeSubscription, FakeSubscriptionItem } from '../objects/subscription-objects.ts';
import { updateStatus } from './subscription-status.ts';

const longestSeconds = 23 * 3600;

/** Shows the update on the subscription, with its end: 23 hours, or the end of the trial or period if that is sooner. */
export function keepPending(state: FakeState, subscription: FakeSubscription, items: FakeSubscriptionItem[]): void {
  const ends = subscription.items.data.map((item) => item.current_period_end);
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(state.now + longestSeconds, ...ends, subscription.trial_end ?? Number.POSITIVE_INFINITY),
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  };
  state.emit('customer.subscription.updated', subscription);
}

export const waitsFor = (state: FakeState, subscription: FakeSubscription, invoice: FakeInvoice): boolean =>
  state.pendingUpdates.get(subscription.id)?.invoice === invoice.id;

/** Its invoice was paid: the update takes effect. */
export function applyPending(state: FakeState, subscription: FakeSubscription): void {
  const update = state.pendingUpdates.get(subscription.id);
  if (!update) return;
  const shown = subscription.pending_update !== null;
  subscription.items.data = update.items;
  for (const [item, debit] of update.debits) state.debits.set(item, debit);
  forget(state, subscription);
  if (shown) state.emit('customer.subscription.pending_update_applied', subscription);
  state.emit('customer.subscription.updated', subscription);
}

/** Voids the update's invoice, and with it discards the update. `expired`: by its end, or replaced by another. */
export function discardPending(state: FakeState, subscription: FakeSubscription, expired: boolean): void {
  const invoice = state.invoices.get(state.pendingUpdates.get(subscription.id)?.invoice ?? '');
  forget(state, subscription);
  if (invoice?.status === 'open') markVoid(state, invoice);
  if (expired) state.emit('customer.subscription.pending_update_expired', subscription);
  state.emit('customer.subscription.updated', subscription);
  updateStatus(state, subscription);
}

function forget(state: FakeState, subscription: FakeSubscription): void {
  subscription.pending_update = null;
  state.pendingUpdates.delete(subscription.id);
}
