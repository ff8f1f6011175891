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
  summary: 'Your account and its plan',
  request: {},
  responses: { 200: accountSchema },
  problems: [],
  handle: async (_, { account, plan }) => ({ status: 200, body: toAccountView(account, plan) }),
});

export const changeAccountPlan = operation({
  id: 'changeAccountPlan',
  summary: 'Change the plan',
  description:
    'Holds for every key from the next request on, both ways. Setting the plan that is there changes nothing.',
  request: { body: v.strictObject({ planId: v.picklist(plans.map(({ id }) => id)) }) },
  responses: { 200: accountSchema },
  problems: ['unknown_plan', 'too_many_keys', 'account_busy'],
  handle: async ({ body }, { account, deps: parts }) => {
    const changed = await changePlan(parts.directory, account.accountId, body.planId);
    return { status: 200, body: toAccountView(changed, planOf(changed)) };
  },
});

export const listPlans = operation({
  id: 'listPlans',
  summary: 'Every plan, cheapest first',
  request: {},
  responses: { 200: v.object({ plans: v.array(planSchema) }) },
  problems: [],
  handle: async () => ({ status: 200, body: { plans: plans.map(toPlanView) } }),
});

export const listEndpoints = operation({
  id: 'listEndpoints',
  summary: 'Every RPC endpoint: chain, network and address',
  request: {},
  responses: { 200: v.object({ endpoints: v.array(endpointSchema) }) },
  problems: [],
  handle: async (_, { deps: parts }) => ({
    status: 200,
    body: { endpoints: routes.map((route) => toEndpointView(route, parts.rpcUrl)) },
  }),
});
