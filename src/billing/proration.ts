import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import { planPaidToday } from '../keys/day-quota.ts';
import type { Plan } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import { priceAmount } from './stripe-prices.ts';
import { nextDay } from './unused-time.ts';

type Proration = Pick<Stripe.SubscriptionUpdateParams, 'proration_behavior' | 'proration_date' | 'payment_behavior'>;

/**
 * From when on a change of plan is charged or credited (docs/billing.md). A larger plan is charged from now. The day of a
 * change to a smaller plan stays charged, so the credit begins at the next 00:00 UTC; and a plan that was paid today
 * already is charged again from then only. Stripe knows that time as the proration date. In the last day of a period
 * nothing is left to credit or to charge.
 *
 * Not by switching prorations off and crediting a sum of our own: Stripe credits a later change from what it has debited
 * last, so it would credit the former price once more.
 */
export function prorationOf(
  { plans, settings, clock }: Pick<BillingDeps, 'plans' | 'settings' | 'clock'>,
  account: Account,
  { items }: Stripe.Subscription,
  plan: Plan,
): Proration {
  const now = clock();
  const [item] = items.data;
  const isSmaller = priceAmount(plan, settings) < (item?.price.unit_amount ?? 0);
  const isPaidToday = plan.pricePerMonth <= planPaidToday(account, { plans, now }).pricePerMonth;
  const charged = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const;
  if (!isSmaller && !isPaidToday) return charged;
  const midnight = nextDay(now);
  if (item && midnight >= item.current_period_end) return { proration_behavior: 'none' };
  return { ...charged, proration_date: midnight };
}
