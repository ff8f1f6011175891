import type { Account, Plan } from '../../api/api.ts';
import type { Billing } from '../../api/billing.ts';
import type { PlanPreview } from '../../api/plan-change.ts';
import { formatAmount } from '../../format/money.ts';
import { formatDate } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';
import { planTerms } from './plan-terms.ts';

/**
 * How a change of plan is paid: not at all, with a first payment at Stripe Checkout, by a charge or a credit of the
 * difference, or with the end of the subscription.
 */
type PlanPayment = 'none' | 'checkout' | 'charge' | 'credit' | 'trial' | 'end' | 'end-trial' | 'end-unpaid';

type Held = Pick<Account, 'plan'>;
type Subscription = Pick<Billing, 'state' | 'planId'>;

const isRunning = ({ state }: Subscription): boolean => state === 'paid' || state === 'trialing';

/** Whether the last payment has failed; the plan ends or has ended. */
export const hasFailed = ({ state }: Pick<Billing, 'state'>): boolean => state === 'failed' || state === 'unpaid';

/** Whether the account has the plan that its subscription pays for. */
export const hasPaidPlan = ({ plan }: Held, billing: Subscription): boolean =>
  isRunning(billing) && plan?.planId === billing.planId;

/** Whether a payment, or the news of one, may change the plan at any moment. */
export const isAwaitingPayment = (account: Held, billing: Subscription & Pick<Billing, 'pendingPlan'>): boolean =>
  billing.pendingPlan !== null ||
  hasFailed(billing) ||
  (isRunning(billing) && billing.planId !== null && !hasPaidPlan(account, billing));

/** How the account pays for a change to a plan. */
export function planPayment({ plan }: Held, billing: Subscription, to: Pick<Plan, 'pricePerMonth'>): PlanPayment {
  const isTrial = billing.state === 'trialing';
  if (to.pricePerMonth > 0) {
    if (!isRunning(billing)) return 'checkout';
    if (isTrial) return 'trial';
    return to.pricePerMonth < (plan?.pricePerMonth ?? 0) ? 'credit' : 'charge';
  }
  if (hasFailed(billing)) return 'end-unpaid';
  if (!isRunning(billing)) return 'none';
  return isTrial ? 'end-trial' : 'end';
}

type PlanChange = { readonly account: Held; readonly billing: Billing; readonly to: Plan };

/** Stripe takes credit off every later invoice. Whether it does so in Checkout is not documented: the customer sees it there. */
const usesCredit: readonly PlanPayment[] = ['charge', 'trial'];

/**
 * The label of the button that makes the change. It has the amount that the click charges.
 * @param preview undefined while the service takes no payments
 */
export function changeLabel({ account, billing, to }: PlanChange, preview: PlanPreview | undefined): string {
  if (planPayment(account, billing, to) === 'checkout') return 'Continue to payment';
  const isCharged = preview?.kind === 'charge' && preview.amount > 0;
  return `${isCharged ? `Pay ${formatAmount(preview)} and change` : 'Change'} to ${planTitle(to)}`;
}

/** What the customer pays now and later, and when the plan changes. */
export function paymentText(change: PlanChange): string {
  const { account, billing, to } = change;
  const payment = planPayment(account, billing, to);
  const credit = formatAmount({ amount: billing.credit, currency: billing.currency });
  const sentences = [
    ...sentencesOf[payment](change),
    ...(billing.credit > 0 && usesCredit.includes(payment) ? [`Your credit of ${credit} is used first.`] : []),
    payment === 'checkout' || payment === 'charge'
      ? 'When the payment is confirmed, the change takes effect with the next request of every key.'
      : 'The change takes effect with the next request of every key.',
  ];
  return sentences.join(' ');
}

const nameOf = ({ plan }: Held): string => (plan ? planTitle(plan) : 'your plan');
const priceOf = (to: Plan): string => planTerms(to).Price ?? '';

const sentencesOf: Record<PlanPayment, (change: PlanChange) => readonly string[]> = {
  none: () => [],
  checkout: ({ to }) => [
    `You pay on the next page, at Stripe: ${priceOf(to)}, plus tax where it applies. You see the amount before you pay.`,
  ],
  charge: ({ account, to }) => [
    `You pay now: ${planTitle(to)} for the rest of this billing period, less the unused time of ${nameOf(account)}. ` +
      `From the next invoice on, you pay ${priceOf(to)}.`,
  ],
  credit: ({ account, to }) => [
    `You pay nothing now. Today stays charged. The days of ${nameOf(account)} that are left of this billing period, less ` +
      `${planTitle(to)} for them, become credit on your balance. Credit pays your next invoices.`,
  ],
  trial: ({ billing: { trialEndsAt }, to }) => [
    `Your trial continues${trialEndsAt === null ? '' : ` until ${formatDate(Date.parse(trialEndsAt))}`}. You pay ` +
      `nothing now. After the trial, you pay ${priceOf(to)}.`,
  ],
  end: ({ account }) => [
    `Your subscription ends now. Today stays charged. The days of ${nameOf(account)} that are left of this billing period ` +
      'become credit on your balance. Credit pays your next invoices.',
  ],
  'end-trial': () => ['Your trial ends now. You pay nothing.'],
  'end-unpaid': ({ billing }) => ['Your subscription ends now.', voided(billing)],
};

/** What happens before the first payment for another plan, if the last payment for this one failed. */
export const unpaidSubscriptionText = (billing: Billing): string =>
  `${voided(billing)} Until the new payment is confirmed, you are on the free plan. If you have more keys than it allows, ` +
  'their requests are refused until then. To keep your plan, pay the invoice instead.';

const voided = ({ openInvoice }: Billing): string =>
  `The unpaid invoice${openInvoice ? ` of ${formatAmount(openInvoice)}` : ''} is voided: you do not pay it.`;
