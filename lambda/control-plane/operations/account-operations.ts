import * as v from 'valibot';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { plans } from '../../../src/plans/plans.ts';
import { routes } from '../../../src/rpc-routes.ts';
import { planOf } from '../caller.ts';
import { operation } from '../operation.ts';
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
  handle: async (_, { account, plan }) => ({ status: 200, body: toAccountView(account, plan) }),
});

export const changeAccountPlan = operation({
  id: 'changeAccountPlan',
  summary: 'Change your plan',
  description:
    'Upgrades and downgrades take effect with the next request of each key. Setting the current plan changes nothing.',
  request: { body: v.strictObject({ planId: v.picklist(plans.map(({ id }) => id)) }) },
  responses: { 200: accountSchema },
  problems: ['unknown_plan', 'too_many_keys', 'account_busy'],
  handle: async ({ body }, { account, deps }) => {
    const changed = await changePlan(deps.directory, account.accountId, body.planId);
    return { status: 200, body: toAccountView(changed, planOf(changed)) };
  },
});

export const listPlans = operation({
  id: 'listPlans',
  summary: 'List the plans, cheapest first',
  request: {},
  responses: { 200: v.object({ plans: v.array(planSchema) }) },
  problems: [],
  handle: async () => ({ status: 200, body: { plans: plans.map(toPlanView) } }),
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
