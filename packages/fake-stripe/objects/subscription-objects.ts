import type Stripe from 'stripe';
import type { FakePlan, FakePrice } from './catalogue-objects.ts';
import type { FakeList } from './list-object.ts';

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

export type FakeSubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid';

type FakePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, 'subscription_items'> & {
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
