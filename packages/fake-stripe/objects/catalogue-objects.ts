import type Stripe from 'stripe';

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

type FakeInterval = 'month' | 'year';

export type FakeRecurring = { interval: FakeInterval; interval_count: number; meter: null; usage_type: 'licensed' };

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
