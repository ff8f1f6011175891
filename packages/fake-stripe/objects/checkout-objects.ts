import type Stripe from 'stripe';

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
