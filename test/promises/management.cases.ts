import { expect, test } from '@jest/globals';
import { suspendAccount } from '../../src/accounts/account-plan.ts';
import { systemClock } from '../../src/time.ts';
import { liveAsCustomer } from '../management-api/client/customer.ts';
import { byOperator } from '../support/change-requests.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { effort } from '../support/effort.ts';
import { planNamed } from '../support/plans.ts';
import { call, post, send } from '../support/rpc.ts';
import { plans } from '../support/settings.ts';
import type { TestRuntime } from '../support/test-runtime.ts';

/** The promise is 1,000 of 1,000: SLUICE_TRIES=1000 npm test -- test/promises tries all of them. */
const tries = Number(process.env.SLUICE_TRIES ?? effort(4, 12));

export function managementCases(running: () => TestRuntime): void {
  const getHealth = (secret: string) => post(running().runtime.endpoints.devnet ?? '', secret, call('getHealth'));

  async function makeKey({ client }: Pick<Customer, 'client'>): Promise<{ keyId: string; secret: string }> {
    const { data } = await client.POST('/v1/keys', { body: { name: 'test' } });
    return { keyId: data?.key.keyId ?? '', secret: data?.secret ?? '' };
  }

  test('a customer signs up, confirms, signs in, and uses every operation with the generated client', async () => {
    const { runtime } = running();
    const { client } = await becomeCustomer(running(), 'life@example.com');
    const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
      await runtime.drained();
      const found = await look();
      if (found === undefined) throw new Error('the tally has seen everything, and it does not show');
      return found;
    };
    await liveAsCustomer({ client, callRpc: async (secret) => (await getHealth(secret)).status, eventually });
    expect(runtime.logs().filter(({ line }) => line.includes('aws_call_denied'))).toEqual([]);
  });

  test('a key that takes over the slot of a revoked one starts with its calls: the quota is lowered on the next request', async () => {
    const { client } = await becomeCustomer(running(), 'slots@example.com');
    const used = await makeKey({ client });
    for (let others = 1; others < plans.free.keys; others += 1) await makeKey({ client });
    for (let calls = 0; calls < 3; calls += 1) expect((await getHealth(used.secret)).status).toBe(200);
    await client.POST('/v1/keys/{keyId}/revoke', { params: { path: { keyId: used.keyId } } });
    const made = (await client.POST('/v1/keys', { body: { name: 'again' } })).data;
    const { callsPerDay, callsPerSecond } = plans.free.limits;
    expect(made?.key).toMatchObject({ startedWith: { calls: 3 }, limits: { callsPerDay: callsPerDay - 3 } });
    const { status, headers } = await getHealth(made?.secret ?? '');
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toBe(`"second";q=${callsPerSecond};w=1, "day";q=${callsPerDay - 3};w=86400`);
    expect(headers.ratelimit).toContain(`"day";r=${callsPerDay - 4};`);
    const params = { path: { keyId: made?.key.keyId ?? '' } };
    const rotated = await client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 0 } });
    const next = await getHealth(rotated.data?.secret ?? '');
    expect(next.headers.ratelimit).toContain(`"day";r=${callsPerDay - 5};`);
  });

  test('requests without a token signed by the user pool are refused', async () => {
    const { runtime } = running();
    const { idToken } = await becomeCustomer(running(), 'token@example.com');
    const forged = `${idToken.slice(0, -8)}${idToken.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }, { Authorization: `Bearer ${forged}` }]) {
      const answer = await send(`${runtime.apiUrl}/v1/account`, { method: 'GET', headers });
      expect([answer.status, answer.body]).toEqual([401, '{"message":"Unauthorized"}']);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
    const own = { Authorization: `Bearer ${idToken}` };
    expect((await send(`${runtime.apiUrl}/v1/account`, { method: 'GET', headers: own })).status).toBe(200);
  });

  test('one account sees nothing of another', async () => {
    const owner = await becomeCustomer(running(), 'owner@example.com');
    const stranger = await becomeCustomer(running(), 'stranger@example.com');
    const { keyId } = await makeKey(owner);
    const params = { path: { keyId } };
    const answers = [
      await stranger.client.GET('/v1/keys/{keyId}/usage', { params }),
      await stranger.client.GET('/v1/keys/{keyId}/requests', { params }),
      await stranger.client.PATCH('/v1/keys/{keyId}', { params, body: { name: 'mine' } }),
      await stranger.client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 0 } }),
      await stranger.client.POST('/v1/keys/{keyId}/revoke', { params }),
    ];
    expect(answers.map(({ response }) => response.status)).toEqual([404, 404, 404, 404, 404]);
    expect((await stranger.client.GET('/v1/keys')).data?.keys).toEqual([]);
  });

  test('after a downgrade from the fastest plan every request is visible, once, and usage has counted them all', async () => {
    const { client, accountId } = await becomeCustomer(running(), 'fast@example.com');
    const { runtime } = running();
    await client.GET('/v1/account');
    await running().assignPlan(accountId, 'scale');
    const { keyId, secret } = await makeKey({ client });
    const answers = await Promise.all(Array.from({ length: 12 }, () => getHealth(secret)));
    await client.PUT('/v1/account/plan', { body: { planId: 'free' } });
    await runtime.drained();
    const path = { keyId };
    expect((await client.GET('/v1/keys/{keyId}/usage', { params: { path } })).data?.total.calls).toBe(12);
    const page = async (place: { cursor?: string }) => {
      const query = { limit: 5, ...place };
      return (await client.GET('/v1/keys/{keyId}/requests', { params: { path, query } })).data;
    };
    const pages = [await page({})];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await page({ cursor }));
    const seen = pages.flatMap((shown) => shown?.requests.map(({ requestId }) => requestId));
    const sent = answers.map(({ headers }) => headers['x-request-id']);
    expect(seen).toEqual(sent.toSorted().toReversed());
    for (const request of pages.flatMap((shown) => shown?.requests ?? [])) {
      expect(request).toMatchObject({ tries: [{ node: 'Node 1', end: 'answered', calls: 1 }], countedCalls: 1 });
    }
    const { data: split } = await client.GET('/v1/usage/split', { params: { query: { by: 'key' } } });
    expect(split?.parts.map(({ id, calls }) => [id, calls.reduce((sum, count) => sum + count, 0)])).toEqual([
      [keyId, 12],
    ]);
    expect(runtime.logs().filter(({ line }) => line.includes('aws_call_denied'))).toEqual([]);
  });

  test('a revocation, a rotation without grace, a change of plan and a suspension take effect with the next request', async () => {
    const held = { revoked: 0, rotated: 0, changed: 0, suspended: 0 };
    let customer = await becomeCustomer(running(), 'next@example.com');
    for (let attempt = 0; attempt < tries; attempt += 1) {
      // An account may make 20 changes at once.
      if (attempt % 4 === 3) customer = await becomeCustomer(running(), `next${attempt}@example.com`);
      const { keyId, secret } = await makeKey(customer);
      const params = { path: { keyId } };
      const planId = attempt % 2 === 0 ? 'business' : 'developer';
      await running().assignPlan(customer.accountId, planId);
      const policy = (await getHealth(secret)).headers['ratelimit-policy'] ?? '';
      held.changed += Number(policy.startsWith(`"second";q=${planNamed(planId).limits.callsPerSecond};`));
      const rotated = await customer.client.POST('/v1/keys/{keyId}/rotate', { params, body: { graceHours: 0 } });
      const newSecret = rotated.data?.secret ?? '';
      const statuses = [(await getHealth(secret)).status, (await getHealth(newSecret)).status];
      held.rotated += Number(statuses[0] === 403 && statuses[1] === 200);
      await customer.client.POST('/v1/keys/{keyId}/revoke', { params });
      held.revoked += Number((await getHealth(newSecret)).status === 403);
      const suspended = await running().newKey();
      await suspendAccount({ directory: running().directory, clock: systemClock }, byOperator(suspended.accountId));
      held.suspended += Number((await getHealth(suspended.secret)).status === 403);
    }
    expect(held).toEqual({ revoked: tries, rotated: tries, changed: tries, suspended: tries });
  });
}
