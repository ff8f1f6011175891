import * as v from 'valibot';
import { customerNamed } from '../customers/customers.ts';
import { missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { Operation } from '../requests/operation.ts';
import { Integer, Metadata, mergeMetadata, type Params, readParams } from '../requests/parameters.ts';
import { newInvoice } from './draft-invoice.ts';

// Invoices that belong to no subscription: a draft, then items, then it is finalized.

const creation = {
  auto_advance: v.optional(v.boolean(), false),
  collection_method: v.optional(v.literal('charge_automatically')),
  currency: v.string(),
  customer: v.string(),
  description: v.optional(v.string()),
  metadata: Metadata,
  pending_invoice_items_behavior: v.optional(v.literal('exclude')),
};

function createInvoice(state: FakeState, params: Params): FakeInvoice {
  const { auto_advance: autoAdvance, currency, customer, description = null, metadata } = readParams(creation, params);
  const named = customerNamed(state, customer);
  if (named.currency && named.currency !== currency) {
    throw refused(`The customer pays in ${named.currency}.`, undefined, 'currency');
  }
  const invoice = newInvoice(state, state.id('in'), {
    subscription: { customer, currency, metadata: mergeMetadata({}, metadata), description },
    reason: 'manual',
    lines: [],
    period: { start: state.now, end: state.now },
    autoAdvance,
  });
  state.invoices.set(invoice.id, invoice);
  state.emit('invoice.created', invoice);
  return invoice;
}

const itemCreation = {
  amount: Integer,
  currency: v.string(),
  customer: v.string(),
  description: v.optional(v.string()),
  invoice: v.string(),
  metadata: Metadata,
};

function createItem(state: FakeState, params: Params) {
  const {
    amount,
    currency,
    customer,
    description = '',
    invoice: invoiceId,
    metadata,
  } = readParams(itemCreation, params);
  const invoice = state.invoices.get(invoiceId);
  if (!invoice || invoice.customer !== customer) throw missingReference('invoice', invoiceId, 'invoice');
  if (invoice.status !== 'draft') throw refused('This invoice is final.', 'invoice_not_editable', 'invoice');
  if (invoice.currency !== currency) throw refused(`The invoice is in ${invoice.currency}.`, undefined, 'currency');
  const id = state.id('ii');
  const own = mergeMetadata({}, metadata);
  invoice.lines.data.push({
    id: `il_${id}`,
    object: 'line_item',
    amount,
    currency,
    description,
    discountable: true,
    invoice: invoice.id,
    livemode: false,
    metadata: own,
    parent: null,
    period: { start: state.now, end: state.now },
    pricing: null,
    quantity: 1,
    subscription: null,
    subtotal: amount,
    taxes: [],
  });
  const total = invoice.total + amount;
  Object.assign(invoice, { subtotal: total, subtotal_excluding_tax: total, total, total_excluding_tax: total });
  invoice.amount_due = Math.max(0, total);
  invoice.amount_remaining = invoice.amount_due;
  return { id, object: 'invoiceitem', amount, currency, customer, description, invoice: invoice.id, metadata: own };
}

export const oneOffInvoiceOperations: Operation[] = [
  { method: 'POST', path: '/v1/invoices', run: createInvoice },
  { method: 'POST', path: '/v1/invoiceitems', run: createItem },
  {
    method: 'DELETE',
    path: '/v1/invoices/:id',
    run(state, params, id) {
      readParams({}, params);
      const invoice = state.invoices.get(id);
      if (!invoice) throw missing('invoice', id);
      if (invoice.status !== 'draft' || invoice.parent)
        throw refused('Only drafts without a subscription are deleted.');
      state.invoices.delete(id);
      return { id, object: 'invoice', deleted: true };
    },
  },
];
