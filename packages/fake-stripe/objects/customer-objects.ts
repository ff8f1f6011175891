import type Stripe from 'stripe';

/* The fields of Stripe's objects that the fake keeps. References to other objects are ids; `expand` resolves them. */

export type FakeCustomer = Pick<
  Stripe.Customer,
  'object' | 'address' | 'created' | 'description' | 'livemode' | 'metadata' | 'name' | 'phone' | 'tax_exempt'
> & {
  id: string;
  balance: number;
  currency: string | null;
  default_source: null;
  delinquent: boolean;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: {
    custom_fields: null;
    default_payment_method: string | null;
    footer: null;
    rendering_options: null;
  };
  next_invoice_sequence: number;
  deleted?: never;
};

export type DeletedFakeCustomer = { id: string; object: 'customer'; deleted: true };

export type FakePaymentMethod = {
  id: string;
  object: 'payment_method';
  billing_details: { address: null; email: string | null; name: string | null; phone: null };
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
  created: number;
  customer: string;
  livemode: false;
  metadata: Stripe.Metadata;
  type: 'card';
};

export type FakeBalanceTransaction = Pick<
  Stripe.CustomerBalanceTransaction,
  'object' | 'amount' | 'created' | 'currency' | 'ending_balance' | 'type'
> & {
  id: string;
  customer: string;
  description: string | null;
  invoice: string | null;
  livemode: false;
  metadata: Stripe.Metadata;
};
