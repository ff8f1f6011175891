import * as v from 'valibot';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { BillingOffError } from '../../../src/billing/billing-errors.ts';
import { changePaidPlan } from '../../../src/billing/change-paid-plan.ts';
import { changeOperation, operation } from '../operation.ts';
import {
  accountSchema,
  endpointSchema,
  planSchema,
  toAccountView,
  toEndpointView,
  toPlanView,
} from '../schemas/account-schemas.ts';
import { pendingPaymentSchema, toPaymentPageView } from '../schemas/billing-schemas.ts';

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
    'Afterwards the difference is charged or credited at once. Status 202: the card needs a confirmation, or was declined. ' +
    'The plan changes when you have paid at `paymentUrl`. Moving to the free plan ends your subscription, and the rest of ' +
    'a paid period becomes credit.',
  request: { body: v.strictObject({ planId: v.string() }) },
  responses: { 200: accountSchema, 202: pendingPaymentSchema },
  problems: [
    'unknown_plan',
    'too_many_keys',
    'checkout_required',
    'payment_in_progress',
    'period_not_paid',
    'subscription_changed',
    'billing_off',
    'billing_unavailable',
  ],
  handle: async ({ body: { planId } }, { account, change, deps }) => {
    const { billing, sale } = deps;
    const isKept = account.planId === planId && account.inactive === null;
    // Only billing can change it, and Stripe still charges for it.
    if (!billing && account.billing?.subscriptionId && !isKept) throw new BillingOffError();
    if (!billing) return { status: 200, body: toAccountView(await changePlan(deps, change, planId), sale) };
    const result = await changePaidPlan({ ...deps, ...(await billing.connect()) }, change, planId);
    if (result.kind === 'changed') return { status: 200, body: toAccountView(result.account, sale) };
    const { url: paymentUrl, expiresAt } = toPaymentPageView(result);
    return { status: 202, body: { paymentUrl, expiresAt } };
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
