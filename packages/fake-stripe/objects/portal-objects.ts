import type Stripe from 'stripe';

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
