import * as v from 'valibot';
import { changePlan } from '../../../src/accounts/change-plan.ts';
import { plans } from '../../../src/plans/plans.ts';
import { planOf } from '../caller.ts';
import { operation } from '../operation.ts';
import { accountShape, toAccountShape } from '../shapes/account.ts';

export const getAccount = operation({
  id: 'getAccount',
  summary: 'Your account and its plan',
  takes: {},
  answers: { 200: accountShape },
  problems: [],
  handle: async (_, { account, plan }) => ({ status: 200, body: toAccountShape(account, plan) }),
});

export const changeAccountPlan = operation({
  id: 'changeAccountPlan',
  summary: 'Change the plan',
  description:
    'Holds for every key from the next request on, both ways. Setting the plan that is there changes nothing.',
  takes: { body: v.strictObject({ planId: v.picklist(plans.map(({ id }) => id)) }) },
  answers: { 200: accountShape },
  problems: ['unknown_plan', 'too_many_keys', 'account_busy'],
  handle: async ({ body }, { account, parts }) => {
    const changed = await changePlan(parts.directory, account.accountId, body.planId);
    return { status: 200, body: toAccountShape(changed, planOf(changed)) };
  },
});
