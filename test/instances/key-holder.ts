import type { LocalTarget } from '../conformance/target.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';

/** A customer of an instance, with a key and the calls that were made with it, by method. */
export type KeyHolder = {
  readonly target: LocalTarget;
  readonly customer: Customer;
  readonly keyId: string;
  readonly secret: string;
  readonly calls: Map<string, number>;
  requests: number;
};

/** The same address for both instances: it is a customer of each, without any connection. */
export const email = 'ada@beta.example';

/** Becomes a customer of an instance, and makes a key. */
export async function holdKey(target: LocalTarget, name: string): Promise<KeyHolder> {
  const customer = await becomeCustomer(target.local, email);
  // The first request creates the account.
  await customer.client.GET('/v1/account');
  await target.local.assignPlan(customer.accountId, 'business');
  const { data } = await customer.client.POST('/v1/keys', { body: { name } });
  return { target, customer, keyId: data?.key.keyId ?? '', secret: data?.secret ?? '', calls: new Map(), requests: 0 };
}

/** One request: a batch, unless it has a single call. */
export async function makeCalls(holder: KeyHolder, network: 'mainnet' | 'devnet', ...batch: string[]): Promise<void> {
  const calls = batch.map((method, id) => call(method, id));
  const body = calls.length === 1 ? calls.join() : `[${calls.join(',')}]`;
  const { status } = await post(holder.target.endpoint(network), holder.secret, body);
  if (status !== 200) throw new Error(`${network} answered with ${status}`);
  for (const method of batch) holder.calls.set(method, (holder.calls.get(method) ?? 0) + 1);
  holder.requests += 1;
}

/** The usage that the customer sees: of the account, and of the key by method. */
export async function usageOf({ customer: { client }, keyId }: KeyHolder) {
  const params = { path: { keyId }, query: { span: 'hour' } } as const;
  const [account, key] = [await client.GET('/v1/usage'), await client.GET('/v1/keys/{keyId}/usage', { params })];
  const byMethod = Object.entries(key.data?.byMethod ?? {}).map(([method, { calls }]) => [method, calls]);
  return { account: account.data?.total.calls, byMethod: Object.fromEntries(byMethod) };
}

/** The newest requests of the account. */
export async function historyOf({ customer: { client } }: KeyHolder) {
  const { data } = await client.GET('/v1/requests', { params: { query: { limit: 100 } } });
  return data?.requests ?? [];
}
