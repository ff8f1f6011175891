import * as v from 'valibot';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { findPlan, freePlan, isOpen, plans } from '../../../src/plans/plans.ts';
import { routes } from '../../../src/rpc-routes.ts';
import { planOf } from '../caller.ts';
import { operation } from '../operation.ts';
import { RefusedError } from '../problems.ts';
import {
  accountSchema,
  endpointSchema,
  planSchema,
  toAccountView,
  toEndpointView,
  toPlanView,
} from '../schemas/account-schemas.ts';

export const getAccount = operation({
  id: 'getAccount',
  summary: 'Get your account and its plan',
  request: {},
  responses: { 200: accountSchema },
  problems: [],
  handle: async (_, { account, plan }) => ({ status: 200, body: toAccountView(account, plan, freePlan) }),
});

export const changeAccountPlan = operation({
  id: 'changeAccountPlan',
  summary: 'Change your plan',
  description:
    'Upgrades and downgrades take effect with the next request of each key. Setting the current plan changes nothing. ' +
    'You can choose the plans with `open: true`.',
  request: { body: v.strictObject({ planId: v.string() }) },
  responses: { 200: accountSchema },
  problems: ['unknown_plan', 'too_many_keys', 'account_busy'],
  handle: async ({ body: { planId } }, { account, plan, deps }) => {
    // Not even written again: another request may have left this plan since, and the way back may be closed.
    if (planId === account.planId) return { status: 200, body: toAccountView(account, plan, freePlan) };
    checkOpen(planId);
    const changed = await changePlan(deps.directory, account.accountId, planId);
    return { status: 200, body: toAccountView(changed, planOf(changed), freePlan) };
  },
});

/** Customers do not learn which other plans exist. @throws {RefusedError} */
function checkOpen(planId: string): void {
  const plan = findPlan(planId);
  if (plan && isOpen(plan)) return;
  const open = plans.filter(isOpen).map(({ id }) => id);
  throw new RefusedError('unknown_plan', `You cannot choose the plan ${planId}. Plans: ${open.join(', ')}.`);
}

export const listPlans = operation({
  id: 'listPlans',
  summary: 'List the open plans and your own, cheapest first',
  request: {},
  responses: { 200: v.object({ plans: v.array(planSchema) }) },
  problems: [],
  handle: async (_, { account }) => ({
    status: 200,
    body: { plans: plans.filter((plan) => isOpen(plan) || plan.id === account.planId).map(toPlanView) },
  }),
});

export const listEndpoints = operation({
  id: 'listEndpoints',
  summary: 'List the RPC endpoints with chain, network and URL',
  request: {},
  responses: { 200: v.object({ endpoints: v.array(endpointSchema) }) },
  problems: [],
  handle: async (_, { deps }) => ({
    status: 200,
    body: { endpoints: routes.map((route) => toEndpointView(route, deps.rpcUrl)) },
  }),
});
