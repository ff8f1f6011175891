import * as v from 'valibot';
import { cardOf } from '../customers/cards.ts';
import { FakeParameterError, FakeStripeError, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { collect, finalizeInvoice } from '../invoices/invoice-collection.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { Integer, Metadata, mergeMetadata, type Params, readParams } from '../requests/parameters.ts';
import { changeItems, type ItemChange } from './item-changes.ts';
import { discardPending, keepPending } from './pending-updates.ts';
import { hasEnded } from './subscription-status.ts';

export const ItemParams = v.array(
  v.strictObject({
    id: v.string(),
    price: v.optional(v.string()),
    quantity: v.optional(v.pipe(Integer, v.minValue(0))),
  }),
);
export const ProrationBehavior = v.optional(
  v.picklist(['always_invoice', 'create_prorations', 'none']),
  'create_prorations',
);
const update = {
  cancel_at_period_end: v.optional(v.boolean()),
  cancellation_details: v.optional(v.strictObject({ comment: v.optional(v.string()) })),
  default_payment_method: v.optional(v.string()),
  description: v.optional(v.string()),
  items: v.optional(ItemParams),
  metadata: Metadata,
  off_session: v.optional(v.boolean()),
  payment_behavior: v.optional(
    v.picklist(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete']),
    'allow_incomplete',
  ),
  proration_behavior: ProrationBehavior,
  proration_date: v.optional(Integer),
};
type Update = v.InferOutput<v.ObjectSchema<typeof update, undefined>>;

/** Source: docs.stripe.com/billing/subscriptions/pending-updates-reference, less what the fake does not have. */
const allowedWithPending = ['items', 'payment_behavior', 'proration_behavior', 'proration_date'];

export function updateSubscription(state: FakeState, subscription: FakeSubscription, params: Params): FakeSubscription {
  const read = readParams(update, params);
  refuseUpdate(state, subscription, params);
  if (read.payment_behavior === 'pending_if_incomplete') {
    const other = Object.keys(params).find((name) => !allowedWithPending.includes(name));
    if (other) throw refused(`pending_if_incomplete does not support ${other}.`, undefined, other);
  }
  const at = prorationDate(state, subscription, read);
  const change = read.items ? changeItems(state, subscription, read.items, at) : undefined;
  changePlainFields(state, subscription, read);
  if (change && change.debits.length + change.lines.length > 0) applyChange(state, subscription, change, read);
  else state.emit('customer.subscription.updated', subscription);
  return subscription;
}

function refuseUpdate(state: FakeState, subscription: FakeSubscription, params: Params): void {
  const names = Object.keys(params);
  if (hasEnded(subscription) && names.some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (subscription.status !== 'incomplete') return;
  if (ofOpenCheckout(state, subscription)) throw refused('The subscription belongs to an open Checkout session.');
  if (names.some((name) => name !== 'metadata')) throw refused('An incomplete subscription can only update metadata.');
}

/** Stripe refuses changes of such a subscription and its invoice: the session must be completed or expired. */
export const ofOpenCheckout = (state: FakeState, { id, status }: FakeSubscription): boolean =>
  status === 'incomplete' &&
  [...state.sessions.values()].some(
    (session) => session.status === 'open' && state.checkoutPlans.get(session.id)?.attempt === id,
  );

function prorationDate(state: FakeState, subscription: FakeSubscription, read: Update): number {
  const at = read.proration_date ?? state.now;
  const [item] = subscription.items.data;
  if (item && (at < item.current_period_start || at > item.current_period_end)) {
    throw new FakeParameterError('proration_date', 'proration_date must be in the current period.');
  }
  return at;
}

function changePlainFields(state: FakeState, subscription: FakeSubscription, read: Update): void {
  const card = read.default_payment_method;
  if (card && state.paymentMethods.get(card)?.customer !== subscription.customer) {
    throw missingReference('PaymentMethod', card, 'default_payment_method');
  }
  subscription.default_payment_method = card ?? subscription.default_payment_method;
  subscription.description = read.description ?? subscription.description;
  subscription.metadata = mergeMetadata(subscription.metadata, read.metadata);
  if (read.cancel_at_period_end === undefined || hasEnded(subscription)) return;
  subscription.cancel_at_period_end = read.cancel_at_period_end;
  subscription.cancel_at = read.cancel_at_period_end ? (subscription.items.data[0]?.current_period_end ?? null) : null;
  subscription.canceled_at = read.cancel_at_period_end ? state.now : null;
}

function applyChange(state: FakeState, subscription: FakeSubscription, change: ItemChange, read: Update): void {
  const invoiceNow = read.proration_behavior === 'always_invoice' && change.lines.length > 0;
  if (read.payment_behavior === 'pending_if_incomplete') {
    // A second update replaces the one that waits and voids its invoice.
    if (state.pendingUpdates.has(subscription.id)) discardPending(state, subscription, true);
    if (invoiceNow) {
      invoiceBefore(state, subscription, change);
      return;
    }
  }
  if (invoiceNow && read.payment_behavior === 'error_if_incomplete') refuseUnpayable(state, subscription, change);
  subscription.items.data = change.items;
  if (read.proration_behavior !== 'none') for (const [item, debit] of change.debits) state.debits.set(item, debit);
  if (read.proration_behavior === 'create_prorations') {
    const waiting = state.pendingLines.get(subscription.customer) ?? [];
    state.pendingLines.set(subscription.customer, [...waiting, ...change.lines]);
  }
  if (invoiceNow) collectIfDue(state, updateInvoice(state, subscription, change));
  state.emit('customer.subscription.updated', subscription);
}

/** The change takes effect only once its invoice is paid, which may be now. */
function invoiceBefore(state: FakeState, subscription: FakeSubscription, change: ItemChange): void {
  const invoice = updateInvoice(state, subscription, change, false);
  state.pendingUpdates.set(subscription.id, { invoice: invoice.id, items: change.items, debits: change.debits });
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open' && collect(state, invoice) !== 'paid') keepPending(state, subscription, change.items);
}

function updateInvoice(
  state: FakeState,
  subscription: FakeSubscription,
  change: ItemChange,
  retries = true,
): FakeInvoice {
  return draftInvoice(state, {
    subscription,
    reason: 'subscription_update',
    lines: change.lines,
    period: { start: state.now, end: state.now },
    autoAdvance: retries,
  });
}

export function collectIfDue(state: FakeState, invoice: FakeInvoice): void {
  finalizeInvoice(state, invoice);
  if (invoice.status === 'open') collect(state, invoice, { automatic: true });
}

function refuseUnpayable(state: FakeState, subscription: FakeSubscription, change: ItemChange): void {
  const customer = state.customers.get(subscription.customer);
  const due = change.lines.reduce((sum, { amount }) => sum + amount, customer?.deleted ? 0 : (customer?.balance ?? 0));
  const behavior = state.cards.get(cardOf(state, subscription) ?? '');
  if (due <= 0 || behavior === 'pays') return;
  const code = behavior === 'asks' ? 'subscription_payment_intent_requires_action' : 'card_declined';
  throw new FakeStripeError(402, { type: 'card_error', code, message: 'The payment of this change failed.' });
}
