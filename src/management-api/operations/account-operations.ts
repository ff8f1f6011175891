import * as v from 'valibot';
import { changePlan } from '../../accounts/account-plan.ts';
import { requireRecentSignIn } from '../../accounts/password.ts';
import { BillingOffError } from '../../billing/billing-errors.ts';
import { refreshSummary } from '../../billing/billing-summary.ts';
import { changePaidPlan } from '../../billing/change-paid-plan.ts';
import { previewPlanChange } from '../../billing/plan-preview.ts';
import { takeStripeRequests } from '../../billing/stripe-budget.ts';
import { isFreePlan } from '../../plans.ts';
import { changeOperation, operation } from '../operation.ts';
import {
  accountSchema,
  endpointSchema,
  planSchema,
  toAccountView,
  toEndpointView,
  toPlanView,
} from '../schemas/account-schemas.ts';
import {
  pendingPaymentSchema,
  planPreviewSchema,
  previewParameter,
  recentPassword,
  toPaymentPageView,
  toPlanPreviewView,
} from '../schemas/billing-schemas.ts';
import { moneyProblems } from './billing-operations.ts';

export const getAccount = operation({
  id: 'getAccount',
  summary: 'Get your account and its plan',
  request: {},
  responses: { 200: accountSchema },
  problems: [],
  handle: async (_, { account, deps }) => ({ status: 200, body: toAccountView(account, deps.sale) }),
});

export const changeAccountPlan = changeOperation({
  id: 'changeAccountPlan',
  summary: 'Change your plan',
  description:
    'Upgrades and downgrades take effect with the next request of each key. Setting the current plan changes nothing. ' +
    'You can choose the plans with `open: true`. Your first plan with a price needs a payment: `POST /v1/billing/checkout`. ' +
    'Afterwards a larger plan is charged from now, and today’s quota grows in proportion to what is left of the UTC day. A ' +
    'smaller plan gives credit from the end of the UTC day. `GET /v1/account/plan-preview` says both before. Status 202: the ' +
    'card needs a confirmation, or was declined. The plan changes when you have paid at `paymentUrl`. Moving to the free plan ' +
    'ends your subscription, and the days that are left of a paid period become credit.',
  request: { body: v.strictObject({ planId: v.string(), preview: previewParameter, password: recentPassword }) },
  responses: { 200: accountSchema, 202: pendingPaymentSchema },
  problems: [
    'unknown_plan',
    'too_many_keys',
    'checkout_required',
    'payment_in_progress',
    'period_not_paid',
    'subscription_changed',
    'preview_outdated',
    'account_suspended',
    ...moneyProblems,
  ],
  handle: async ({ body: { planId, preview, password } }, { account, signedInAt, change, deps }) => {
    const { billing, sale } = deps;
    const isKept = account.planId === planId && account.inactive === null;
    // Only billing can change it, and Stripe still charges for it.
    if (!billing && account.billing?.subscriptionId && !isKept) throw new BillingOffError();
    if (!billing) return { status: 200, body: toAccountView(await changePlan(deps, change, planId), sale) };
    await requireRecentSignIn(deps, { accountId: account.accountId, signedInAt }, password);
    const connected = { ...deps, ...(await billing.connect()) };
    const isFree = isFreePlan(deps.plans, planId);
    // Of an account that has never opened a Checkout, Stripe knows nothing.
    if (account.billing || !isFree) await takeStripeRequests(connected, account, isFree ? 'end' : 'change');
    const result = await changePaidPlan(connected, change, planId, preview);
    await refreshSummary(connected, account);
    if (result.kind === 'changed') return { status: 200, body: toAccountView(result.account, sale) };
    const { url: paymentUrl, expiresAt } = toPaymentPageView(result);
    return { status: 202, body: { paymentUrl, expiresAt } };
  },
});

export const previewAccountPlan = operation({
  id: 'previewAccountPlan',
  summary: 'Preview a change of your plan',
  description:
    'What the change would charge or credit now, and how many calls each key would have today. Without online payments ' +
    'nothing is charged.',
  request: { query: v.strictObject({ planId: v.string() }) },
  responses: { 200: planPreviewSchema },
  problems: ['unknown_plan', ...moneyProblems],
  handle: async ({ query: { planId } }, { account, deps }) => {
    if (!deps.billing) throw new BillingOffError();
    const connected = { ...deps, ...(await deps.billing.connect()) };
    await takeStripeRequests(connected, account, 'preview');
    return { status: 200, body: toPlanPreviewView(await previewPlanChange(connected, account.accountId, planId)) };
  },
});

export const listPlans = operation({
  id: 'listPlans',
  summary: 'List the open plans and your own',
  request: {},
  responses: { 200: v.object({ plans: v.array(planSchema) }) },
  problems: [],
  handle: async (_, { account, deps: { plans, sale } }) => {
    const listed = plans.all.filter(({ id, availability }) => availability === 'open' || id === account.planId);
    return { status: 200, body: { plans: listed.map((plan) => toPlanView(plan, sale)) } };
  },
});

export const listEndpoints = operation({
  id: 'listEndpoints',
  summary: 'List the RPC endpoints with chain, network and URL',
  request: {},
  responses: { 200: v.object({ endpoints: v.array(endpointSchema) }) },
  problems: [],
  handle: async (_, { deps }) => ({
    status: 200,
    body: { endpoints: deps.settings.networks.map((network) => toEndpointView(network, deps.rpcUrl)) },
  }),
});
