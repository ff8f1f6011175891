import type { Billing } from '../../api/billing.ts';
import { dayMs } from '../../format/durations.ts';
import { formatAmount } from '../../format/money.ts';
import { formatDate } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';

/** Customers who open the dashboard once a week see it in time. */
const announcedMs = 7 * dayMs;

type Trial = Pick<Billing, 'state' | 'planId' | 'trialEndsAt' | 'nextInvoice'>;

/**
 * Says that a trial ends within a week; undefined without one.
 * @param now the service's time in epoch milliseconds
 */
export function trialEnd({ state, planId, trialEndsAt, nextInvoice }: Trial, now: number, zone: string) {
  if (state !== 'trialing' || trialEndsAt === null) return undefined;
  const endsAt = Date.parse(trialEndsAt);
  if (endsAt <= now || endsAt - now > announcedMs) return undefined;
  const plan = planTitle({ planId });
  return {
    title: `Your trial ends on ${formatDate(endsAt, zone)}`,
    text: nextInvoice
      ? `Then ${formatAmount(nextInvoice)} is charged for the ${plan} plan. You pay nothing if you change to the free plan before.`
      : `Nothing is charged, and you lose the ${plan} plan then.`,
  };
}
