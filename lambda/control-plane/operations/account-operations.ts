import * as v from 'valibot';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { changeOperation, operation } from '../operation.ts';
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
  handle: async (_, { account, deps }) => ({ status: 200, body: toAccountView(account, deps.sale) }),
});

export const changeAccountPlan = changeOperation({
  id: 'changeAccountPlan',
  summary: 'Change your plan',
  description:
    'Upgrades and downgrades take effect with the next request of each key. Setting the current plan changes nothing. ' +
    'You can choose the plans with `open: true`.',
  request: { body: v.strictObject({ planId: v.string() }) },
  responses: { 200: accountSchema },
  problems: ['unknown_plan', 'too_many_keys'],
  handle: async ({ body }, { change, deps }) => {
    const changed = await changePlan(deps, change, body.planId);
    return { status: 200, body: toAccountView(changed, deps.sale) };
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
