import * as v from 'valibot';
import { FakeStripeError, missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { type Params, readParams } from '../requests/parameters.ts';
import { ofOpenCheckout } from '../subscriptions/subscription-update.ts';
import { collect, finalizeInvoice, subscriptionOf, voidInvoice } from './invoice-collection.ts';
import { previewInvoice } from './invoice-preview.ts';
import { oneOffInvoiceOperations } from './one-off-invoices.ts';

const Text = v.optional(v.string());
const filters = {
  customer: Text,
  status: v.optional(v.picklist(['draft', 'open', 'paid', 'uncollectible', 'void'])),
  subscription: Text,
};

export function invoiceAt(state: FakeState, id: string): FakeInvoice {
  const invoice = state.invoices.get(id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

function changeable(state: FakeState, id: string): FakeInvoice {
  const invoice = invoiceAt(state, id);
  const subscription = subscriptionOf(state, invoice);
  if (subscription && ofOpenCheckout(state, subscription)) {
    throw refused('The invoice belongs to an open Checkout session: complete or expire it.');
  }
  return invoice;
}

function pay(state: FakeState, params: Params, id: string): FakeInvoice {
  const read = readParams({ off_session: v.optional(v.boolean()), payment_method: Text }, params);
  const invoice = changeable(state, id);
  const card = read.payment_method;
  if (card && !state.paymentMethods.has(card)) throw missingReference('PaymentMethod', card, 'payment_method');
  if (invoice.status === 'paid') throw refused('Invoice is already paid.', 'invoice_already_paid');
  if (invoice.status === 'draft') finalizeInvoice(state, invoice);
  if (nothingLeft(invoice)) return invoice;
  if (invoice.status !== 'open') throw refused(`A ${invoice.status} invoice cannot be paid.`, 'invoice_not_editable');
  const outcome = collect(state, invoice, card ? { card } : {});
  if (outcome === 'asks')
    throw paymentError('invoice_payment_intent_requires_action', 'The payment needs confirmation.');
  if (outcome === 'declined') throw paymentError('card_declined', 'The card was declined.');
  if (outcome === 'no_card') throw refused('The customer has no payment method.', 'missing');
  return invoice;
}

/** Finalizing a draft pays it if nothing is due. */
const nothingLeft = ({ status }: FakeInvoice): boolean => status === 'paid';

const paymentError = (code: string, message: string): FakeStripeError =>
  new FakeStripeError(402, { type: 'card_error', code, message });

export const invoiceOperations: Operation[] = [
  { method: 'POST', path: '/v1/invoices/create_preview', run: previewInvoice },
  ...oneOffInvoiceOperations,
  {
    method: 'GET',
    path: '/v1/invoices',
    run(state, params) {
      const read = readListParams(filters, params);
      return listPage(
        '/v1/invoices',
        state.invoices.values(),
        read,
        (invoice) =>
          (!read.customer || invoice.customer === read.customer) &&
          (!read.status || invoice.status === read.status) &&
          (!read.subscription || invoice.parent?.subscription_details.subscription === read.subscription),
      );
    },
  },
  { method: 'GET', path: '/v1/invoices/:id', run: (state, _params, id) => invoiceAt(state, id) },
  { method: 'POST', path: '/v1/invoices/:id/pay', run: pay },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    run(state, params, id) {
      const read = readParams({ auto_advance: v.optional(v.boolean()) }, params);
      const invoice = changeable(state, id);
      invoice.auto_advance = read.auto_advance ?? invoice.auto_advance;
      finalizeInvoice(state, invoice);
      // Stripe tries to collect it about an hour later.
      if (invoice.status === 'open' && invoice.auto_advance) invoice.next_payment_attempt = state.now + 3600;
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    run(state, params, id) {
      readParams({}, params);
      const invoice = changeable(state, id);
      voidInvoice(state, invoice);
      return invoice;
    },
  },
];
