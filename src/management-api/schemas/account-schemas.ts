import * as v from 'valibot';
import type { Account } from '../../directory/directory-items.ts';
import type { Network } from '../../network.ts';
import { activePlan, inactiveReasons, type Plan, type Plans, planChoices } from '../../plans.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

export const limitsSchema = v.object({
  callsPerSecond: v.pipe(wholeNumber, v.description('Maximum calls per key and UTC second.')),
  callsPerDay: v.pipe(wholeNumber, v.description('Maximum calls per key and UTC day.')),
});

export const planSchema = v.object({
  planId: v.string(),
  open: v.pipe(
    v.boolean(),
    v.description('Whether you can choose the plan yourself. Ask the operator for a plan that is not open.'),
  ),
  limits: limitsSchema,
  keys: v.pipe(wholeNumber, v.description('Maximum number of active keys.')),
  historyDays: v.pipe(wholeNumber, v.description('Days for which the request history is kept.')),
  longestCallSeconds: v.pipe(
    wholeNumber,
    v.description('Seconds after which a call that no chain node has answered fails with HTTP status 504.'),
  ),
  pricePerMonth: v.pipe(wholeNumber, v.description('Price per month, in whole units of the currency.')),
  currency: v.pipe(v.string(), v.description('ISO 4217 code of the currency in lower case, for example `usd`.')),
});

export type PlanView = v.InferOutput<typeof planSchema>;

/** How plans are sold. `canPay`: whether customers can pay for a plan, so that they can choose priced ones. */
export type PlanSale = { readonly plans: Plans; readonly currency: string; readonly canPay: boolean };

export const toPlanView = ({ id, availability, ...rest }: Plan, { plans, currency, canPay }: PlanSale): PlanView => ({
  planId: id,
  open: planChoices(plans, canPay ? 'payer' : 'customer').some((choice) => choice.id === id),
  ...rest,
  currency,
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
  inactiveReason: v.pipe(
    v.nullable(v.picklist([...inactiveReasons, 'not_offered'])),
    v.description(
      'Why you have no active plan: not paid, too many active keys, or no longer offered. null if you have one.',
    ),
  ),
  graceEndsAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Your last payment failed: you have your plan until this time. null if nothing is due.'),
  ),
  trialEndsAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('End of your trial: then you pay for the first time. null if none runs.'),
  ),
  excessKeys: v.pipe(
    v.nullable(v.object({ allowed: wholeNumber, endsAt: timestampSchema })),
    v.description(
      'Your plan was changed at the payment provider to one with fewer keys than you have: at `endsAt`, the keys that were ' +
        'not used for longest are revoked. null if your keys fit.',
    ),
  ),
  historyDays: v.pipe(
    wholeNumber,
    v.description('Days of request history that you can read: those of your plan, or else of the free plan.'),
  ),
  createdAt: timestampSchema,
  secondFactorRecoveryCodesLeft: v.pipe(wholeNumber, v.description('Number of unused recovery codes.')),
});

export type AccountView = v.InferOutput<typeof accountSchema>;

export function toAccountView(account: Account, sale: PlanSale): AccountView {
  const { accountId, email, state, planId, createdAt, recoveryCodes, inactive, billing } = account;
  const plan = activePlan(account, sale.plans);
  return {
    accountId,
    email,
    state,
    planId,
    plan: plan ? toPlanView(plan, sale) : null,
    inactiveReason: plan ? null : (inactive ?? 'not_offered'),
    graceEndsAt: billing?.graceEndsAt ? toTimestamp(billing.graceEndsAt) : null,
    trialEndsAt: billing?.trialEndsAt ? toTimestamp(billing.trialEndsAt) : null,
    excessKeys: toExcessKeys(billing),
    historyDays: (plan ?? sale.plans.free).historyDays,
    createdAt: toTimestamp(createdAt),
    secondFactorRecoveryCodesLeft: recoveryCodes.length,
  };
}

const toExcessKeys = (billing: Account['billing']): AccountView['excessKeys'] =>
  billing?.excessKeys ? { allowed: billing.excessKeys.allowed, endsAt: toTimestamp(billing.excessKeys.endsAt) } : null;

export const endpointSchema = v.object({
  chain: v.string(),
  network: v.string(),
  url: v.pipe(v.string(), v.url(), v.description('URL to which you POST JSON-RPC calls.')),
});

export type EndpointView = v.InferOutput<typeof endpointSchema>;

/** @param rpcUrl the RPC API's URL without a trailing slash */
export const toEndpointView = ({ chain, network, path }: Network, rpcUrl: string): EndpointView => ({
  chain,
  network,
  url: `${rpcUrl}${path}`,
});
