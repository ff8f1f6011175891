import type { FakeState } from '../fake-state.ts';
import { markVoid } from '../invoices/void-invoice.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { FakeSubscription, FakeSubscriptionStatus } from '../objects/subscription-objects.ts';

export const hasEnded = ({ status }: FakeSubscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Oldest first. */
const invoicesOf = (state: FakeState, subscription: FakeSubscription): FakeInvoice[] =>
  [...state.invoices.values()].filter(({ parent }) => parent?.subscription_details.subscription === subscription.id);

export function setStatus(state: FakeState, subscription: FakeSubscription, status: FakeSubscriptionStatus): void {
  if (subscription.status === status) return;
  subscription.status = status;
  const customer = state.customers.get(subscription.customer);
  if (customer && !customer.deleted) customer.delinquent = status === 'past_due' || status === 'unpaid';
  state.emit('customer.subscription.updated', subscription);
}

/**
 * Derives the status after an invoice was paid, failed or was voided: the most recent invoice that is not void decides.
 * A draft decides nothing yet, and the open invoice of a pending update does not count.
 * Source: docs.stripe.com/billing/subscriptions/overview, "Handle unpaid subscriptions"
 */
export function updateStatus(state: FakeState, subscription: FakeSubscription): void {
  if (!['active', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const pending = state.pendingUpdates.get(subscription.id)?.invoice;
  const latest = invoicesOf(state, subscription).findLast(({ id, status }) => status !== 'void' && id !== pending);
  if (latest?.status === 'draft') return;
  if (latest?.status !== 'open') {
    setStatus(state, subscription, 'active');
    return;
  }
  if (subscription.status === 'active' && latest.attempted) setStatus(state, subscription, 'past_due');
}

/** Ends the subscription and stops collecting its invoices, which stay payable by hand. */
export function endSubscription(
  state: FakeState,
  subscription: FakeSubscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): void {
  for (const invoice of invoicesOf(state, subscription)) stopCollection(invoice);
  subscription.pending_update = null;
  state.pendingUpdates.delete(subscription.id);
  subscription.canceled_at ??= state.now;
  subscription.ended_at = state.now;
  subscription.cancellation_details.reason = reason;
  subscription.status = 'canceled';
  state.emit('customer.subscription.deleted', subscription);
}

function stopCollection(invoice: FakeInvoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'draft') return;
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
}

/** The first payment did not come: the subscription ends and its invoice is void. */
export function expireIncomplete(state: FakeState, subscription: FakeSubscription): void {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = state.now;
  for (const invoice of invoicesOf(state, subscription)) {
    if (invoice.status === 'open') markVoid(state, invoice);
  }
  state.emit('customer.subscription.updated', subscription);
}
