import type Stripe from 'stripe';

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
  status: 'failed' | 'succeeded';
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
