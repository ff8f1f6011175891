import { describe, expect, test } from '@jest/globals';
import type { Billing } from '../../../../dashboard/api/billing.ts';
import type { PlanPreview } from '../../../../dashboard/api/plan-change.ts';
import {
  changeLabel,
  hasPaidPlan,
  isAwaitingPayment,
  paymentText,
  planPayment,
  unpaidSubscriptionText,
} from '../../../../dashboard/pages/plan/plan-payment.ts';
import { toPlanView } from '../../../../src/management-api/schemas/account-schemas.ts';
import { plans } from '../../../support/settings.ts';

type Plan = ReturnType<typeof toPlanView>;

const sale = { plans, currency: 'usd', canPay: true };
const planOf = (id: string): Plan => {
  const plan = plans.all.find((one) => one.id === id);
  if (!plan) throw new Error(`The settings have no plan ${id}.`);
  return toPlanView(plan, sale);
};
const [free, developer, business] = [planOf('free'), planOf('developer'), planOf('business')];

const none: Billing = {
  enabled: true,
  state: 'none',
  planId: 'free',
  trialEndsAt: null,
  graceEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: null,
  credit: 0,
  currency: 'usd',
  readAt: null,
};
const paid: Billing = { ...none, state: 'paid', planId: 'developer' };
const trialing: Billing = { ...paid, state: 'trialing', trialEndsAt: '2026-12-01T12:00:00.000Z' };
const openInvoice = { paymentUrl: 'https://invoice.stripe.com/i/1', amount: 4_900, currency: 'usd' };
const failed: Billing = { ...paid, state: 'failed', openInvoice };
const unpaid: Billing = { ...failed, state: 'unpaid' };

const text = (plan: Plan | null, billing: Billing, to: Plan) => paymentText({ account: { plan }, billing, to });

describe('a change of plan', () => {
  test.each([
    ['of a new customer to a priced plan leads to Checkout', free, none, developer, 'checkout'],
    ['between free plans is not paid', free, none, free, 'none'],
    ['of a priced plan that the operator gave leads to Checkout', business, none, developer, 'checkout'],
    ['to a larger plan is charged', developer, paid, business, 'charge'],
    ['to a smaller plan gives credit', business, { ...paid, planId: 'business' }, developer, 'credit'],
    ['to free ends the subscription', developer, paid, free, 'end'],
    ['during the trial costs nothing yet', developer, trialing, business, 'trial'],
    ['to free ends the trial', developer, trialing, free, 'end-trial'],
    ['after a failed payment leads to Checkout', developer, failed, business, 'checkout'],
    ['after the plan has ended leads to Checkout, also back to it', null, unpaid, developer, 'checkout'],
    ['to free voids the unpaid invoice', null, unpaid, free, 'end-unpaid'],
  ] as const)('%s', (_, plan, billing, to, payment) => {
    expect(planPayment({ plan }, billing, to)).toBe(payment);
  });

  test('says what is paid now and later', () => {
    expect(text(free, none, developer)).toContain('at Stripe: $49 per month, plus tax');
    expect(text(developer, paid, business)).toContain('You pay now: Business for the rest of this billing period');
    expect(text(business, paid, developer)).toContain('become credit on your balance');
    expect(text(developer, trialing, business)).toContain('Your trial continues until 1 Dec 2026.');
    expect(text(free, none, free)).toBe('The change takes effect with the next request of every key.');
  });

  test('says that the unpaid invoice need not be paid', () => {
    expect(text(developer, failed, free)).toContain('The unpaid invoice of $49.00 is voided');
    expect(unpaidSubscriptionText(failed)).toContain('The unpaid invoice of $49.00 is voided');
  });

  test('says that credit is used first, if there is any and an invoice to pay', () => {
    const credit = 1_250;
    expect(text(developer, { ...paid, credit }, business)).toContain('Your credit of $12.50 is used first.');
    expect(text(developer, paid, business)).not.toContain('credit');
    expect(text(free, { ...none, credit }, free)).not.toContain('credit');
  });

  test('does not say what credit pays at Checkout', () => {
    expect(text(free, { ...none, credit: 1_250 }, developer)).not.toContain('credit');
  });

  test('has a button that says how much the click charges', () => {
    const label = (plan: Plan, billing: Billing, to: Plan, preview?: PlanPreview) =>
      changeLabel({ account: { plan }, billing, to }, preview);
    const charge = {
      planId: 'business',
      kind: 'charge',
      currency: 'usd',
      from: '',
      callsToday: 1,
      preview: '',
    } as const;
    expect(label(free, none, developer)).toBe('Continue to payment');
    expect(label(developer, paid, business, { ...charge, amount: 44_999 })).toBe('Pay $449.99 and change to Business');
    expect(label(developer, paid, business, { ...charge, amount: 0 })).toBe('Change to Business');
    expect(label(developer, paid, free, { ...charge, kind: 'credit', amount: 4_700 })).toBe('Change to Free');
  });
});

describe('the page follows payments', () => {
  const pendingPlan = { planId: 'business', paymentUrl: openInvoice.paymentUrl, expiresAt: '2026-12-01T12:00:00.000Z' };

  test('until the account has the plan of its subscription', () => {
    expect(isAwaitingPayment({ plan: free }, paid)).toBe(true);
    expect(hasPaidPlan({ plan: free }, paid)).toBe(false);
    expect(isAwaitingPayment({ plan: developer }, paid)).toBe(false);
    expect(hasPaidPlan({ plan: developer }, paid)).toBe(true);
  });

  test('while an upgrade or an invoice waits for its payment', () => {
    expect(isAwaitingPayment({ plan: developer }, { ...paid, pendingPlan })).toBe(true);
    expect(isAwaitingPayment({ plan: developer }, failed)).toBe(true);
    expect(isAwaitingPayment({ plan: null }, unpaid)).toBe(true);
  });

  test('not for customers without a subscription', () => {
    expect(isAwaitingPayment({ plan: free }, none)).toBe(false);
    expect(hasPaidPlan({ plan: free }, none)).toBe(false);
  });
});
