import * as v from 'valibot';
import type { FakeState } from '../fake-state.ts';
import type { FakeInvoice, FakeInvoicePayment } from '../objects/invoice-objects.ts';
import type { FakeCharge, FakePaymentIntent } from '../objects/payment-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';

export type PaymentOutcome = 'paid' | 'declined' | 'asks' | 'no_card';

/** The payment intent of a finalized invoice; all attempts to pay the invoice use it. */
export function openPayment(state: FakeState, invoice: FakeInvoice): void {
  const intent: FakePaymentIntent = {
    id: state.id('pi'),
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_received: 0,
    canceled_at: null,
    client_secret: `${invoice.id}_secret_fake`,
    created: state.now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  };
  state.intents.set(intent.id, intent);
  const payment: FakeInvoicePayment = {
    id: state.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: state.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  state.invoicePayments.set(payment.id, payment);
  state.paymentOfInvoice.set(invoice.id, { payment, intent });
}

/** Voiding an invoice cancels its payment. */
export function cancelPayment(state: FakeState, invoice: FakeInvoice): void {
  const open = state.paymentOfInvoice.get(invoice.id);
  if (!open) return;
  open.payment.status = 'canceled';
  open.payment.status_transitions.canceled_at = state.now;
  open.intent.status = 'canceled';
  open.intent.canceled_at = state.now;
  open.intent.next_action = null;
  state.emit('payment_intent.canceled', open.intent);
}

/** Tries to pay an open invoice with a card. `confirmed`: the cardholder has confirmed this payment (3-D Secure). */
export function tryPayment(
  state: FakeState,
  invoice: FakeInvoice,
  methodId: string | null,
  confirmed: boolean,
): PaymentOutcome {
  const found = state.paymentOfInvoice.get(invoice.id);
  if (!found || methodId === null) return 'no_card';
  const { intent, payment } = found;
  const behavior = state.cards.get(methodId) ?? 'is_declined';
  intent.payment_method = methodId;
  if (behavior === 'asks' && !confirmed) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    state.emit('payment_intent.requires_action', intent);
    return 'asks';
  }
  intent.next_action = null;
  const charge = newCharge(state, intent, methodId, behavior !== 'is_declined');
  intent.latest_charge = charge.id;
  if (!charge.paid) return decline(state, intent, charge);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  payment.status = 'paid';
  payment.amount_paid = intent.amount;
  payment.status_transitions.paid_at = state.now;
  state.emit('charge.succeeded', charge);
  state.emit('payment_intent.succeeded', intent);
  return 'paid';
}

function decline(state: FakeState, intent: FakePaymentIntent, charge: FakeCharge): PaymentOutcome {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'The card was declined.',
    type: 'card_error',
  };
  state.emit('charge.failed', charge);
  state.emit('payment_intent.payment_failed', intent);
  return 'declined';
}

function newCharge(state: FakeState, intent: FakePaymentIntent, method: string, paid: boolean): FakeCharge {
  const id = state.id('ch');
  const charge: FakeCharge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: paid,
    created: state.now,
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    disputed: false,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'The card was declined.',
    livemode: false,
    metadata: {},
    paid,
    payment_intent: intent.id,
    payment_method: method,
    receipt_url: paid ? `${state.pagesUrl}/receipt/${id}` : null,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  };
  state.charges.set(id, charge);
  return charge;
}

const Text = v.optional(v.string());
const paymentFilters = {
  invoice: Text,
  payment: v.optional(v.strictObject({ type: v.literal('payment_intent'), payment_intent: v.string() })),
  status: v.optional(v.picklist(['canceled', 'open', 'paid'])),
};

export const invoicePaymentOperations: Operation[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    run(state, params) {
      const read = readListParams(paymentFilters, params);
      return listPage(
        '/v1/invoice_payments',
        state.invoicePayments.values(),
        read,
        ({ invoice, payment, status }) =>
          (!read.invoice || read.invoice === invoice) &&
          (!read.payment || read.payment.payment_intent === payment.payment_intent) &&
          (!read.status || read.status === status),
      );
    },
  },
];
