import type Stripe from 'stripe';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { ChangeDeps } from '../directory/change-account.ts';
import type { Log } from '../log.ts';
import type { Plans } from '../plans.ts';
import type { BillingSettings } from './billing-settings.ts';

/** What billing works with. Stripe is the truth for money, Directory for access. */
export type BillingDeps = ChangeDeps & {
  /** From `createStripe` (stripe-client.ts). */
  readonly stripe: Stripe;
  readonly settings: BillingSettings;
  readonly plans: Plans;
  readonly log: Log;
};

/** Of changes that follow from what Stripe says. */
export const byBilling: ChangeOrigin = { by: 'billing' };
