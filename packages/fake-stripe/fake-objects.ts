import type Stripe from 'stripe';

/** The fields of Stripe's objects that the fake keeps. References to other objects are ids; `expand` resolves them. */

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

export type FakeProduct = Pick<
  Stripe.Product,
  'object' | 'active' | 'created' | 'description' | 'images' | 'livemode' | 'marketing_features' | 'metadata' | 'name'
> & {
  id: string;
  default_price: string | null;
  package_dimensions: null;
  shippable: null;
  tax_code: string | null;
  type: 'service';
  unit_label: string | null;
  updated: number;
  url: string | null;
};

export type FakePrice = Pick<Stripe.Price, 'object' | 'active' | 'created' | 'currency' | 'livemode' | 'metadata'> & {
  id: string;
  billing_scheme: 'per_unit';
  custom_unit_amount: null;
  lookup_key: string | null;
  nickname: string | null;
  product: string;
  recurring: FakeRecurring;
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  tiers_mode: null;
  transform_quantity: null;
  type: 'recurring';
  unit_amount: number;
  unit_amount_decimal: string;
};

export type FakeInterval = 'day' | 'week' | 'month' | 'year';
export type FakeRecurring = { interval: FakeInterval; interval_count: number; meter: null; usage_type: 'licensed' };

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

export type FakeList<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

export type FakeCheckoutSession = Pick<Stripe.Checkout.Session, 'object' | 'created' | 'expires_at' | 'livemode'> & {
  id: string;
  allow_promotion_codes: boolean | null;
  allowed_payment_method_types: string[] | null;
  amount_subtotal: number;
  amount_total: number;
  automatic_tax: { enabled: boolean; liability: null; provider: null; status: null };
  cancel_url: string | null;
  client_reference_id: string | null;
  currency: string;
  customer: string;
  customer_email: null;
  invoice: string | null;
  metadata: Stripe.Metadata;
  mode: 'subscription';
  payment_intent: null;
  payment_method_collection: 'always' | 'if_required';
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  tax_id_collection: { enabled: boolean; required: 'never' };
  ui_mode: 'hosted_page';
  url: string | null;
};

export type FakeSubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata'
> & {
  id: string;
  billing_thresholds: null;
  discounts: [];
  plan: FakePlan;
  price: FakePrice;
  quantity: number;
  subscription: string;
  tax_rates: [];
};

/** The older name of a price, which Stripe still sends with subscription items. */
export type FakePlan = {
  id: string;
  object: 'plan';
  active: boolean;
  amount: number;
  currency: string;
  interval: FakeInterval;
  interval_count: number;
  livemode: false;
  metadata: Stripe.Metadata;
  product: string;
};

export type FakeSubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid';

export type FakePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, 'subscription_items'> & {
  subscription_items: FakeSubscriptionItem[];
};

export type MissingPaymentMethodBehavior = 'cancel' | 'create_invoice' | 'pause';

export type FakeSubscription = Pick<
  Stripe.Subscription,
  'object' | 'billing_cycle_anchor' | 'cancel_at_period_end' | 'created' | 'currency' | 'livemode' | 'start_date'
> & {
  id: string;
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: null };
  billing_mode: { flexible: { proration_discounts: 'included' }; type: 'flexible' };
  cancel_at: number | null;
  canceled_at: number | null;
  cancellation_details: { comment: null; feedback: null; feedback_option: null; reason: string | null };
  collection_method: 'charge_automatically';
  customer: string;
  default_payment_method: string | null;
  description: string | null;
  discounts: [];
  ended_at: number | null;
  items: FakeList<FakeSubscriptionItem>;
  latest_invoice: string | null;
  metadata: Stripe.Metadata;
  pause_collection: null;
  pending_setup_intent: null;
  pending_update: FakePendingUpdate | null;
  schedule: null;
  status: FakeSubscriptionStatus;
  trial_end: number | null;
  trial_settings: { end_behavior: { missing_payment_method: MissingPaymentMethodBehavior } };
  trial_start: number | null;
};

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
  };
  period: { start: number; end: number };
  pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string };
  quantity: number;
  subscription: string;
  subtotal: number;
  taxes: [];
};

export type FakeBillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

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
  description: null;
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
  parent: {
    quote_details: null;
    subscription_details: { metadata: Stripe.Metadata; subscription: string };
    type: 'subscription_details';
  };
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

export type FakePaymentIntent = Pick<Stripe.PaymentIntent, 'object' | 'amount' | 'amount_received' | 'created'> & {
  id: string;
  canceled_at: number | null;
  client_secret: string;
  currency: string;
  customer: string;
  description: string | null;
  last_payment_error: { code: string; decline_code?: string; message: string; type: 'card_error' } | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Stripe.Metadata;
  next_action: { type: 'use_stripe_sdk' } | null;
  payment_method: string | null;
  payment_method_types: ['card'];
  status: 'canceled' | 'requires_action' | 'requires_payment_method' | 'succeeded';
};

export type FakeCharge = Pick<
  Stripe.Charge,
  'object' | 'amount' | 'amount_captured' | 'amount_refunded' | 'created'
> & {
  id: string;
  balance_transaction: null;
  billing_details: { address: null; email: string | null; name: string | null; phone: null; tax_id: null };
  captured: boolean;
  currency: string;
  customer: string;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Stripe.Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  receipt_url: string | null;
  refunded: boolean;
  status: 'failed' | 'succeeded';
};

export type FakeRefund = Pick<Stripe.Refund, 'object' | 'amount' | 'created' | 'currency'> & {
  id: string;
  balance_transaction: null;
  charge: string;
  customer: string;
  metadata: Stripe.Metadata;
  payment_intent: string;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  status: 'succeeded';
};

export type FakeDispute = Pick<Stripe.Dispute, 'object' | 'amount' | 'created' | 'currency' | 'reason'> & {
  id: string;
  balance_transactions: [];
  charge: string;
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Stripe.Metadata;
  payment_intent: string;
  status: 'lost' | 'needs_response' | 'won';
};

export type FakeFraudWarning = Pick<Stripe.Radar.EarlyFraudWarning, 'object' | 'actionable' | 'created'> & {
  id: string;
  charge: string;
  fraud_type: string;
  livemode: false;
  payment_intent: string;
};

export type FakePortalConfiguration = Pick<
  Stripe.BillingPortal.Configuration,
  'object' | 'active' | 'business_profile' | 'created' | 'default_return_url' | 'features' | 'is_default' | 'updated'
> & {
  id: string;
  livemode: false;
  login_page: { enabled: boolean; url: null };
  metadata: Stripe.Metadata;
  name: string | null;
};

export type FakePortalSession = Pick<Stripe.BillingPortal.Session, 'object' | 'created' | 'return_url' | 'url'> & {
  id: string;
  configuration: string;
  customer: string;
  livemode: false;
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

export type FakeObject =
  | FakeCustomer
  | DeletedFakeCustomer
  | FakeProduct
  | FakePrice
  | FakePaymentMethod
  | FakeCheckoutSession
  | FakeSubscription
  | FakeInvoice
  | FakeInvoicePayment
  | FakePaymentIntent
  | FakeCharge
  | FakeRefund
  | FakeDispute
  | FakeFraudWarning
  | FakePortalConfiguration
  | FakePortalSession
  | FakeBalanceTransaction;

export type FakeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: FakeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: string | null };
  type: string;
};
