import type { Billing } from '../../api/billing.ts';
import { dayMs } from '../../format/durations.ts';
import { formatAmount } from '../../format/money.ts';
import { formatDate } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';

/** Customers who open the dashboard once a week see it in time. */
const announcedMs = 7 * dayMs;

/** @param now the service's time in epoch milliseconds */
export function isTrialEnding(trialEndsAt: string | null, now: number): boolean {
  const left = Date.parse(trialEndsAt ?? '') - now;
  return left > 0 && left <= announcedMs;
}

type Trial = Pick<Billing, 'state' | 'planId' | 'trialEndsAt' | 'nextInvoice'>;

/**
 * Says that a trial ends within a week; undefined without one.
 * @param now the service's time in epoch milliseconds
 */
export function trialEnd({ state, planId, trialEndsAt, nextInvoice }: Trial, now: number, zone: string) {
  if (state !== 'trialing' || trialEndsAt === null || !isTrialEnding(trialEndsAt, now)) return undefined;
  const plan = planTitle({ planId });
  return {
    title: `Your trial ends on ${formatDate(Date.parse(trialEndsAt), zone)}`,
    text: nextInvoice
      ? `Then ${formatAmount(nextInvoice)} is charged for the ${plan} plan. You pay nothing if you change to the free plan before.`
      : `Nothing is charged, and you lose the ${plan} plan then.`,
  };
}
