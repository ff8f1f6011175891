import { cardOf } from '../customers/cards.ts';
import { changeBalance } from '../customers/customer-balance.ts';
import { refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { applyPending, discardPending, waitsFor } from '../subscriptions/pending-updates.ts';
import {
  endSubscription,
  expireIncomplete,
  hasEnded,
  setStatus,
  updateStatus,
} from '../subscriptions/subscription-status.ts';
import { openPayment, type PaymentOutcome, tryPayment } from './invoice-payments.ts';
import { markVoid } from './void-invoice.ts';

/** Smallest amount that Stripe charges, by currency; a smaller one waits on the customer's balance. */
const smallestCharge: Record<string, number> = { gbp: 30, jpy: 50 };

/** Undefined for an invoice that belongs to no subscription. */
export function subscriptionOf(state: FakeState, invoice: FakeInvoice): FakeSubscription | undefined {
  if (!invoice.parent) return undefined;
  const subscription = state.subscriptions.get(invoice.parent.subscription_details.subscription);
  if (!subscription) throw new Error(`The fake has lost the subscription of ${invoice.id}.`);
  return subscription;
}

/** Draft to open: settles the customer's balance, gives the invoice its number, and pays it if nothing is due. */
export function finalizeInvoice(state: FakeState, invoice: FakeInvoice): void {
  const customer = state.customers.get(invoice.customer);
  if (invoice.status !== 'draft') throw refused('This invoice is already finalized.', 'invoice_not_editable');
  if (!customer || customer.deleted) throw refused('The customer of this invoice was deleted.');
  const sum = invoice.total + customer.balance;
  const tooSmall = sum > 0 && sum < (smallestCharge[invoice.currency] ?? 50);
  customer.currency ??= invoice.currency;
  invoice.starting_balance = customer.balance;
  invoice.ending_balance = tooSmall ? sum : Math.min(0, sum);
  invoice.amount_due = tooSmall ? 0 : Math.max(0, sum);
  invoice.amount_remaining = invoice.amount_due;
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  invoice.hosted_invoice_url = `${state.pagesUrl}/invoice/${invoice.id}`;
  invoice.invoice_pdf = `${state.pagesUrl}/invoice/${invoice.id}/pdf`;
  invoice.automatically_finalizes_at = null;
  invoice.effective_at = state.now;
  invoice.status_transitions.finalized_at = state.now;
  invoice.status = 'open';
  const applied = invoice.ending_balance - invoice.starting_balance;
  const type = tooSmall ? 'invoice_too_small' : 'applied_to_invoice';
  if (applied !== 0) changeBalance(state, customer, applied, type, invoice.id);
  state.emit('invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(state, invoice);
  else openPayment(state, invoice);
}

type Attempt = {
  /** A card instead of the subscription's. */
  card?: string;
  confirmed?: boolean;
  /** By the fake's own schedule, not by a request: these attempts count toward the last retry. */
  automatic?: boolean;
};

/** Tries to collect an open invoice, with all that follows for its subscription. */
export function collect(state: FakeState, invoice: FakeInvoice, attempt: Attempt = {}): PaymentOutcome {
  const subscription = subscriptionOf(state, invoice);
  const card = attempt.card ?? (subscription ? cardOf(state, subscription) : null);
  if (attempt.automatic || !invoice.attempted) invoice.attempt_count += 1;
  invoice.attempted = true;
  const outcome = tryPayment(state, invoice, card, attempt.confirmed ?? false);
  if (outcome === 'paid') markPaid(state, invoice);
  else paymentFailed(state, invoice, subscription, outcome);
  return outcome;
}

function markPaid(state: FakeState, invoice: FakeInvoice): void {
  const subscription = subscriptionOf(state, invoice);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = state.now;
  state.emit('invoice.paid', invoice);
  state.emit('invoice.payment_succeeded', invoice);
  if (!subscription) return;
  if (waitsFor(state, subscription, invoice)) applyPending(state, subscription);
  if (subscription.status === 'incomplete') setStatus(state, subscription, 'active');
  updateStatus(state, subscription);
}

function paymentFailed(
  state: FakeState,
  invoice: FakeInvoice,
  subscription: FakeSubscription | undefined,
  outcome: PaymentOutcome,
): void {
  const retry = state.retryAfterSeconds[invoice.attempt_count - 1];
  const finalized = invoice.status_transitions.finalized_at ?? state.now;
  const retries = invoice.auto_advance && !(subscription && waitsFor(state, subscription, invoice));
  invoice.next_payment_attempt = retries && retry !== undefined ? finalized + retry : null;
  if (outcome === 'asks') state.emit('invoice.payment_action_required', invoice);
  state.emit('invoice.payment_failed', invoice);
  if (!subscription) return;
  updateStatus(state, subscription);
  if (retries && retry === undefined) giveUp(state, invoice, subscription);
}

/** The last retry failed: what follows is a setting of the Stripe account. */
function giveUp(state: FakeState, invoice: FakeInvoice, subscription: FakeSubscription): void {
  invoice.auto_advance = false;
  if (subscription.status !== 'past_due') return;
  if (state.retries === 'cancel') endSubscription(state, subscription, 'payment_failed');
  if (state.retries === 'unpaid') setStatus(state, subscription, 'unpaid');
}

/** Source: docs.stripe.com/billing/subscriptions/pending-updates ("cancel"), …/subscriptions/overview. */
export function voidInvoice(state: FakeState, invoice: FakeInvoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw refused(`Only open invoices can be voided; this one is ${invoice.status}.`, 'status_transition_invalid');
  }
  const subscription = subscriptionOf(state, invoice);
  if (!subscription) {
    markVoid(state, invoice);
    return;
  }
  if (waitsFor(state, subscription, invoice)) {
    discardPending(state, subscription, false);
    return;
  }
  if (subscription.status === 'incomplete') {
    expireIncomplete(state, subscription);
    return;
  }
  markVoid(state, invoice);
  if (!hasEnded(subscription)) updateStatus(state, subscription);
}
