import type Stripe from 'stripe';

export type FakePortalConfiguration = Pick<
  Stripe.BillingPortal.Configuration,
  'object' | 'active' | 'created' | 'features' | 'is_default' | 'updated'
> & {
  id: string;
  livemode: false;
  metadata: Stripe.Metadata;
};

export type FakePortalSession = Pick<Stripe.BillingPortal.Session, 'object' | 'created' | 'return_url' | 'url'> & {
  id: string;
  configuration: string;
  customer: string;
  livemode: false;
};
