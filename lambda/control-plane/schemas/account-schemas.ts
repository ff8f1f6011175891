import * as v from 'valibot';
import type { Account } from '../../../src/directory/directory-items.ts';
import { type Plan, plans } from '../../../src/plans/plans.ts';
import type { RpcRoute } from '../../../src/rpc-routes.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

/** How many calls a key may make. */
export const limitsSchema = v.object({ callsPerSecond: wholeNumber, callsPerDay: wholeNumber });

/** A plan, as the API shows it. */
export const planSchema = v.object({
  planId: v.picklist(plans.map(({ id }) => id)),
  limits: limitsSchema,
  keys: v.pipe(wholeNumber, v.description('The most keys that may be active')),
  historyDays: wholeNumber,
  longestCallSeconds: v.pipe(wholeNumber, v.description('How long a call may take at the nodes: beyond it, 504')),
  dollarsPerMonth: wholeNumber,
});

export type PlanView = v.InferOutput<typeof planSchema>;

export const toPlanView = ({ id, ...rest }: Plan): PlanView => ({ planId: id, ...rest });

/** An account, as the API shows it to its owner. */
export const accountSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  state: v.pipe(
    v.picklist(['active', 'suspended']),
    v.description('While it is suspended, every request with one of its keys is refused'),
  ),
  plan: planSchema,
  createdAt: timestampSchema,
});

export type AccountView = v.InferOutput<typeof accountSchema>;

export const toAccountView = ({ accountId, email, state, createdAt }: Account, plan: Plan): AccountView => ({
  accountId,
  email,
  state,
  plan: toPlanView(plan),
  createdAt: toTimestamp(createdAt),
});

/** An RPC endpoint, as the API shows it. */
export const endpointSchema = v.object({
  chain: v.string(),
  network: v.string(),
  url: v.pipe(v.string(), v.url(), v.description('Where to POST JSON-RPC calls')),
});

export type EndpointView = v.InferOutput<typeof endpointSchema>;

/** @param rpcUrl the RPC API's address, without a slash at its end */
export const toEndpointView = ({ chain, network, path }: RpcRoute, rpcUrl: string): EndpointView => ({
  chain,
  network,
  url: `${rpcUrl}${path}`,
});
