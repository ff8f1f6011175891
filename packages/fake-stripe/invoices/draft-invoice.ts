import type { FakeState, PendingLine } from '../fake-state.ts';
import type { FakeBillingReason, FakeInvoice, FakeInvoiceLine } from '../objects/invoice-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import type { Period } from '../subscriptions/billing-periods.ts';

/** Stripe leaves the invoice of a renewal open for changes for about an hour. */
const draftSeconds = 3600;

/** Whom an invoice without a subscription is for. */
type OneOff = {
  customer: string;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
};

type Draft = {
  subscription: FakeSubscription | OneOff;
  reason: FakeBillingReason;
  lines: PendingLine[];
  period: Period;
  /** Whether the invoice finalizes by itself (renewals), and whether payments are tried again. */
  autoAdvance: boolean;
};

type Totals = Pick<
  FakeInvoice,
  'subtotal' | 'subtotal_excluding_tax' | 'total' | 'total_discount_amounts' | 'total_excluding_tax' | 'total_taxes'
>;

/** A new invoice in `draft`, with what waited for the customer's next invoice. It becomes the latest invoice. */
export function draftInvoice(state: FakeState, draft: Draft & { subscription: FakeSubscription }): FakeInvoice {
  const { subscription } = draft;
  const waiting = state.pendingLines.get(subscription.customer) ?? [];
  state.pendingLines.delete(subscription.customer);
  const invoice = newInvoice(state, state.id('in'), { ...draft, lines: [...waiting, ...draft.lines] });
  if (draft.reason === 'subscription_cycle' && draft.autoAdvance) {
    invoice.automatically_finalizes_at = state.now + draftSeconds;
  }
  state.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  state.emit('invoice.created', invoice);
  return invoice;
}

export function newInvoice(state: FakeState, id: string, draft: Draft): FakeInvoice {
  const { subscription, lines, period } = draft;
  const own = 'id' in subscription ? subscription : undefined;
  const customer = state.customers.get(subscription.customer);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    object: 'invoice',
    amount_due: Math.max(0, total),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.autoAdvance,
    automatic_tax: automaticTaxOf(own),
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: state.now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer?.deleted ? null : (customer?.email ?? null),
    customer_name: customer?.deleted ? null : (customer?.name ?? null),
    default_payment_method: null,
    description: 'description' in subscription ? subscription.description : null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: 'list',
      data: lines.map((line, index) => invoiceLine(id, index, line, subscription.currency)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: own ? {} : subscription.metadata,
    next_payment_attempt: null,
    number: null,
    parent: parentOf(own),
    period_end: period.end,
    period_start: period.start,
    starting_balance: customer?.deleted ? 0 : (customer?.balance ?? 0),
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...untaxed(total),
  };
}

const automaticTaxOf = (own: FakeSubscription | undefined): FakeInvoice['automatic_tax'] => ({
  ...(own?.automatic_tax ?? { disabled_reason: null, enabled: false, liability: null }),
  provider: null,
  status: null,
});

const parentOf = (own: FakeSubscription | undefined): FakeInvoice['parent'] =>
  own
    ? {
        quote_details: null,
        subscription_details: { metadata: own.metadata, subscription: own.id },
        type: 'subscription_details',
      }
    : null;

/** The fake has neither discounts nor taxes. */
const untaxed = (total: number): Totals => ({
  subtotal: total,
  subtotal_excluding_tax: total,
  total,
  total_discount_amounts: [],
  total_excluding_tax: total,
  total_taxes: [],
});

const invoiceLine = (invoice: string, index: number, line: PendingLine, currency: string): FakeInvoiceLine => ({
  id: `il_${invoice}_${index}`,
  object: 'line_item',
  amount: line.amount,
  currency,
  description: line.description,
  discountable: !line.proration,
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.proration,
      proration_details: null,
      subscription: line.subscription,
      subscription_item: line.itemId,
    },
    type: 'subscription_item_details',
  },
  period: line.period,
  pricing: {
    price_details: { price: line.priceId, product: line.productId },
    type: 'price_details',
    unit_amount_decimal: String(line.amount),
  },
  quantity: line.quantity,
  subscription: line.subscription,
  subtotal: line.amount,
  taxes: [],
});
