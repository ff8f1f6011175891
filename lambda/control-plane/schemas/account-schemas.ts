import * as v from 'valibot';
import type { Account } from '../../../src/directory/directory-items.ts';
import type { Network } from '../../../src/network.ts';
import type { Plan } from '../../../src/plans.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

export const limitsSchema = v.object({
  callsPerSecond: v.pipe(wholeNumber, v.description('Maximum calls per key and UTC second.')),
  callsPerDay: v.pipe(wholeNumber, v.description('Maximum calls per key and UTC day.')),
});

export const planSchema = v.object({
  planId: v.string(),
  open: v.pipe(
    v.boolean(),
    v.description('Whether you can choose the plan. A plan that is not open is listed only if it is yours.'),
  ),
  limits: limitsSchema,
  keys: v.pipe(wholeNumber, v.description('Maximum number of active keys.')),
  historyDays: v.pipe(wholeNumber, v.description('Days for which the request history is kept.')),
  longestCallSeconds: v.pipe(
    wholeNumber,
    v.description('Seconds after which a call that no chain node has answered fails with HTTP status 504.'),
  ),
  dollarsPerMonth: v.pipe(wholeNumber, v.description('Price per month in US dollars.')),
});

/** A plan in a response. */
export type PlanView = v.InferOutput<typeof planSchema>;

export const toPlanView = ({ id, availability, ...rest }: Plan): PlanView => ({
  planId: id,
  open: availability === 'open',
  ...rest,
});

export const accountSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  state: v.pipe(
    v.picklist(['active', 'suspended', 'deleting']),
    v.description('While the account is suspended, the gateway refuses every request made with its keys.'),
  ),
  planId: v.pipe(v.string(), v.description('Id of your plan, even if the plan is no longer offered.')),
  plan: v.pipe(
    v.nullable(planSchema),
    v.description('null if you have no active plan: the gateway refuses requests with your keys until you choose one.'),
  ),
  historyDays: v.pipe(
    wholeNumber,
    v.description('Days of request history that you can read: those of your plan, or else of the free plan.'),
  ),
  createdAt: timestampSchema,
  secondFactorRecoveryCodesLeft: v.pipe(wholeNumber, v.description('Number of unused recovery codes.')),
});

/** An account in a response. */
export type AccountView = v.InferOutput<typeof accountSchema>;

/**
 * @param plan undefined if the account has no active plan
 * @param free the plan that then decides how much history it can read
 */
export const toAccountView = (
  { accountId, email, state, planId, createdAt, recoveryCodes }: Account,
  plan: Plan | undefined,
  free: Plan,
): AccountView => ({
  accountId,
  email,
  state,
  planId,
  plan: plan ? toPlanView(plan) : null,
  historyDays: (plan ?? free).historyDays,
  createdAt: toTimestamp(createdAt),
  secondFactorRecoveryCodesLeft: recoveryCodes.length,
});

export const endpointSchema = v.object({
  chain: v.string(),
  network: v.string(),
  url: v.pipe(v.string(), v.url(), v.description('URL to which you POST JSON-RPC calls.')),
});

/** An RPC endpoint in a response. */
export type EndpointView = v.InferOutput<typeof endpointSchema>;

/** @param rpcUrl the RPC API's URL without a trailing slash */
export const toEndpointView = ({ chain, network, path }: Network, rpcUrl: string): EndpointView => ({
  chain,
  network,
  url: `${rpcUrl}${path}`,
});
