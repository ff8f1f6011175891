import type Stripe from 'stripe';
import type { FakeList } from './list-object.ts';

export type FakeInvoiceLine = {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  discountable: boolean;
  invoice: string;
  livemode: false;
  metadata: Stripe.Metadata;
  parent: {
    invoice_item_details: null;
    subscription_item_details: {
      invoice_item: null;
      proration: boolean;
      proration_details: null;
      subscription: string;
      subscription_item: string;
    };
    type: 'subscription_item_details';
  } | null;
  period: { start: number; end: number };
  pricing: {
    price_details: { price: string; product: string };
    type: 'price_details';
    unit_amount_decimal: string;
  } | null;
  quantity: number;
  subscription: string | null;
  subtotal: number;
  taxes: [];
};

export type FakeBillingReason =
  | 'manual'
  | 'subscription_create'
  | 'subscription_cycle'
  | 'subscription_update'
  | 'upcoming';

export type FakeInvoice = Pick<
  Stripe.Invoice,
  'object' | 'amount_due' | 'amount_paid' | 'amount_remaining' | 'attempt_count' | 'attempted' | 'created' | 'currency'
> & {
  id: string;
  amount_overpaid: 0;
  auto_advance: boolean;
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: null; provider: null; status: null };
  automatically_finalizes_at: number | null;
  billing_reason: FakeBillingReason;
  collection_method: 'charge_automatically';
  customer: string;
  customer_email: string | null;
  customer_name: string | null;
  default_payment_method: null;
  description: string | null;
  discounts: [];
  due_date: null;
  effective_at: number | null;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: FakeList<FakeInvoiceLine>;
  livemode: false;
  metadata: Stripe.Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  /** Null if the invoice belongs to no subscription. */
  parent: {
    quote_details: null;
    subscription_details: { metadata: Stripe.Metadata; subscription: string };
    type: 'subscription_details';
  } | null;
  period_end: number;
  period_start: number;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: Stripe.Invoice.StatusTransitions;
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_discount_amounts: [];
  total_excluding_tax: number;
  total_taxes: [];
};

export type FakeInvoicePayment = Pick<Stripe.InvoicePayment, 'object' | 'amount_requested' | 'created' | 'currency'> & {
  id: string;
  amount_paid: number | null;
  invoice: string;
  is_default: true;
  livemode: false;
  payment: { payment_intent: string; type: 'payment_intent' };
  status: 'canceled' | 'open' | 'paid';
  status_transitions: { canceled_at: number | null; paid_at: number | null };
};
