import { expect } from '@jest/globals';
import type { Client } from 'openapi-fetch';
import type { JsonMedia } from '../../../dashboard/client/json-media.ts';
import type { paths } from '../../../dashboard/client/paths.ts';
import { networks } from '../../support/settings.ts';

/** A gateway from its customer's point of view. */
export type Gateway = {
  /** The client generated from docs/openapi.json, with the customer's token. */
  readonly client: Client<paths, JsonMedia>;
  /** Makes one getHealth call on devnet with a secret and returns the HTTP status. */
  readonly callRpc: (secret: string) => Promise<number>;
  /** Calls `look` until it finds something: calls appear in usage and history seconds later. */
  readonly eventually: <T>(look: () => Promise<T | undefined>) => Promise<T>;
};

/**
 * Everything a new customer does, with the generated client: account, plan, key, calls, usage, history, rotation and
 * revocation.
 */
export async function liveAsCustomer({ client, callRpc, eventually }: Gateway): Promise<void> {
  const account = await client.GET('/v1/account');
  expect(account.data).toMatchObject({ state: 'active', plan: { planId: 'free' } });
  const plans = await client.GET('/v1/plans');
  expect(plans.data?.plans.map(({ planId }) => planId)).toContain('developer');
  const changed = await client.PUT('/v1/account/plan', { body: { planId: 'free' } });
  expect(changed.data).toMatchObject({ plan: { planId: 'free', keys: 3 } });
  const endpoints = await client.GET('/v1/endpoints');
  expect(endpoints.data?.endpoints.map(({ network }) => network)).toEqual(networks.map(({ network }) => network));

  const { keyId, secret } = await makeKey(client);
  const params = { path: { keyId } };
  expect(await callRpc(secret)).toBe(200);
  expect(await callRpc(secret)).toBe(200);
  await expectCallsShown({ client, eventually }, keyId);

  const renamed = await client.PATCH('/v1/keys/{keyId}', { params, body: { name: 'production' } });
  expect(renamed.data?.name).toBe('production');
  const rotated = await client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 24 } });
  const newSecret = rotated.data?.secret ?? '';
  expect([await callRpc(secret), await callRpc(newSecret)]).toEqual([200, 200]);
  await client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 0 } });
  expect([await callRpc(secret), await callRpc(newSecret)]).toEqual([403, 403]);
  const revoked = await client.POST('/v1/keys/{keyId}/revoke', { params });
  expect(revoked.data?.state).toBe('revoked');
  const refused = await client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 0 } });
  expect(refused.error).toMatchObject({ code: 'key_revoked' });
  const listed = await client.GET('/v1/keys', { params: { query: { state: 'revoked', limit: 1 } } });
  expect(listed.data?.keys).toMatchObject([{ keyId, name: 'production', secrets: [] }]);
}

async function makeKey(client: Client<paths, JsonMedia>): Promise<{ keyId: string; secret: string }> {
  const creation = { params: { header: { 'idempotency-key': 'first' } }, body: { name: 'staging' } };
  const { data, response } = await client.POST('/v1/keys', creation);
  expect(response.status).toBe(201);
  const again = await client.POST('/v1/keys', creation);
  expect(again.response.status).toBe(200);
  expect(again.data).toMatchObject({ key: { keyId: data?.key.keyId }, secret: null });
  return { keyId: data?.key.keyId ?? '', secret: data?.secret ?? '' };
}

/** The two calls made so far appear in usage and, page by page, in history. */
async function expectCallsShown({ client, eventually }: Omit<Gateway, 'callRpc'>, keyId: string): Promise<void> {
  const params = { path: { keyId } };
  const usage = await eventually(async () => {
    const { data } = await client.GET('/v1/keys/{keyId}/usage', { params: { ...params, query: { span: 'minute' } } });
    return data && data.total.calls >= 2 ? data : undefined;
  });
  expect(usage.total).toMatchObject({ calls: 2, errors: 0, outcomes: { ok: 2 } });
  expect(usage.byMethod.getHealth?.calls).toBe(2);
  expect((await client.GET('/v1/usage')).data?.total.calls).toBe(2);

  const first = await client.GET('/v1/keys/{keyId}/requests', { params: { ...params, query: { limit: 1 } } });
  const cursor = first.data?.nextCursor ?? '';
  const second = await client.GET('/v1/keys/{keyId}/requests', { params: { ...params, query: { limit: 1, cursor } } });
  const requests = [...(first.data?.requests ?? []), ...(second.data?.requests ?? [])];
  expect(requests).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }]);
  const requestId = requests[0]?.requestId ?? '';
  const one = await client.GET('/v1/keys/{keyId}/requests/{requestId}', { params: { path: { keyId, requestId } } });
  expect(one.data).toEqual(requests[0]);
}
