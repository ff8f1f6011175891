import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freePlanOf, type LocalTarget } from '../conformance/target.ts';
import { call, post } from '../support/rpc.ts';
import { email, historyOf, holdKey, type KeyHolder, makeCalls, usageOf } from './key-holder.ts';
import type { TwoInstances } from './two-instances.ts';

const methods = ['getHealth', 'getSlot', 'getVersion'] as const;
const request = fc.record({
  instance: fc.constantFrom('alpha' as const, 'beta' as const),
  calls: fc.array(fc.constantFrom(...methods), { minLength: 1, maxLength: 4 }),
});

const sum = (calls: ReadonlyMap<string, number>) => [...calls.values()].reduce((total, count) => total + count, 0);

/** Two customers with one address: nothing of one is seen or changed by the other. */
export function customerCases(running: () => TwoInstances): void {
  let alpha: KeyHolder;
  let beta: KeyHolder;
  beforeAll(async () => {
    alpha = await holdKey(running().alpha, 'key of alpha');
    beta = await holdKey(running().beta, 'key of beta');
  });
  const both = () => [alpha, beta] as const;
  const crossed = () =>
    [
      [alpha, beta],
      [beta, alpha],
    ] as const;

  test('one address has two accounts', async () => {
    expect(alpha.customer.accountId).not.toBe(beta.customer.accountId);
    for (const { customer, target } of both()) {
      const { data } = await customer.client.GET('/v1/account');
      const { limits } = target.local.runtime.settings.plans.find(({ id }) => id === 'business') ?? {};
      expect(data).toMatchObject({ email, plan: { planId: 'business', limits } });
    }
  });

  test('each sees the plans and endpoints of its instance', async () => {
    for (const {
      customer: { client },
      target,
    } of both()) {
      const { settings, endpoints } = target.local.runtime;
      const plans = (await client.GET('/v1/plans')).data?.plans ?? [];
      expect(plans.map(({ planId }) => planId)).toEqual(settings.plans.map(({ id }) => id));
      const urls = ((await client.GET('/v1/endpoints')).data?.endpoints ?? []).map(({ url }) => url.replace(/\/$/, ''));
      expect(urls).toEqual(Object.values(endpoints));
    }
  });

  test('a key opens its own instance, and is forbidden on every network of the other', async () => {
    for (const [owner, other] of crossed()) {
      await makeCalls(owner, 'devnet', 'getHealth');
      for (const url of Object.values(other.target.local.runtime.endpoints)) {
        const { status, body } = await post(url, owner.secret, call('getHealth'));
        expect([status, body]).toEqual([403, '{"message":"Forbidden"}']);
      }
      const ownLimits = (url: string) => fetch(`${url}/v1/key`, { headers: { 'X-API-KEY': owner.secret } });
      expect((await ownLimits(owner.target.local.runtime.apiUrl)).status).toBe(200);
      expect((await ownLimits(other.target.local.runtime.apiUrl)).status).toBe(403);
    }
  });

  test('a sign-in opens its own instance only, also through the dashboard', async () => {
    for (const [owner, other] of crossed()) {
      const headers = { authorization: `Bearer ${owner.customer.idToken}` };
      const statusAt = async (url: string) => (await fetch(`${url}/v1/account`, { headers })).status;
      const statuses = async ({ local: { runtime } }: LocalTarget) => [
        await statusAt(runtime.apiUrl),
        await statusAt(runtime.dashboardUrl),
      ];
      expect(await statuses(owner.target)).toEqual([200, 200]);
      expect(await statuses(other.target)).toEqual([401, 401]);
    }
  });

  test('a network that only one has is not found at the other, and each calls its own node', async () => {
    const { testnet = '' } = beta.target.local.runtime.endpoints;
    expect((await post(testnet, beta.secret, call('getHealth'))).status).toBe(200);
    beta.calls.set('getHealth', (beta.calls.get('getHealth') ?? 0) + 1);
    beta.requests += 1;
    const atAlpha = `${alpha.target.local.runtime.endpoints.mainnet}${new URL(testnet).pathname}`;
    expect((await post(atAlpha, alpha.secret, call('getHealth'))).status).toBe(404);
    for (const [owner, other] of crossed()) {
      const before = [owner.target.node.received.length, other.target.node.received.length];
      await makeCalls(owner, 'mainnet', 'getHealth');
      expect([owner.target.node.received.length, other.target.node.received.length]).toEqual([
        (before[0] ?? 0) + 1,
        before[1],
      ]);
    }
  });

  test('usage and history are those of its own calls, whatever both make at the same time', async () => {
    const requests = fc.sample(request, { numRuns: 60, seed: 21 });
    for (let next = 0; next < requests.length; next += 6) {
      const wave = requests.slice(next, next + 6);
      await Promise.all(
        // The mainnet nodes of this test take no batches.
        wave.map(({ instance, calls }) =>
          makeCalls(instance === 'alpha' ? alpha : beta, calls.length === 1 ? 'mainnet' : 'devnet', ...calls),
        ),
      );
    }
    await alpha.target.local.runtime.drained();
    for (const holder of both()) {
      const { calls } = holder;
      expect(await usageOf(holder)).toEqual({ account: sum(calls), byMethod: Object.fromEntries(calls) });
      const history = await historyOf(holder);
      expect(history).toHaveLength(holder.requests);
      expect(new Set(history.map(({ keyId }) => keyId))).toEqual(new Set([holder.keyId]));
    }
  });

  test('activity shows what happened at its instance', async () => {
    const activities = await Promise.all(
      both().map(async ({ customer: { client } }) => JSON.stringify((await client.GET('/v1/activity')).data)),
    );
    expect(activities[0]).toContain('key of alpha');
    expect(activities[0]).not.toContain('key of beta');
    expect(activities[1]).toContain('key of beta');
    expect(activities[1]).not.toContain('key of alpha');
  });

  test('revoking the key of one, or suspending its account, changes nothing for the other', async () => {
    const params = { path: { keyId: alpha.keyId } };
    expect((await beta.customer.client.POST('/v1/keys/{keyId}/revoke', { params })).response.status).toBe(404);
    expect((await alpha.customer.client.POST('/v1/keys/{keyId}/revoke', { params })).response.status).toBe(200);
    expect((await post(alpha.target.endpoint('devnet'), alpha.secret, call('getHealth'))).status).toBe(403);
    await makeCalls(beta, 'devnet', 'getHealth');
    const { data } = await beta.customer.client.GET('/v1/keys');
    expect(data?.keys).toMatchObject([{ keyId: beta.keyId, state: 'active' }]);

    await beta.target.local.suspend({ accountId: beta.customer.accountId, keyId: beta.keyId, secret: '' });
    expect((await post(beta.target.endpoint('devnet'), beta.secret, call('getHealth'))).status).toBe(403);
    const created = await alpha.customer.client.POST('/v1/keys', { body: { name: 'another key of alpha' } });
    expect((await post(alpha.target.endpoint('devnet'), created.data?.secret ?? '', call('getHealth'))).status).toBe(
      200,
    );
  });

  test('the scheduled jobs of both run, and watch the networks of their instance', async () => {
    await alpha.target.local.runtime.runScheduled();
    for (const {
      customer: { client },
      target,
    } of both()) {
      const networks = (await client.GET('/v1/networks')).data?.networks ?? [];
      expect(networks.map(({ network }) => network)).toEqual(Object.keys(target.local.runtime.endpoints));
      for (const { checkedAt } of networks) expect(checkedAt).not.toBeNull();
    }
  });

  test('only the instance with billing sells plans', async () => {
    const enabled = both().map(async ({ customer }) => (await customer.client.GET('/v1/billing')).data?.enabled);
    expect(await Promise.all(enabled)).toEqual([true, false]);
  });

  test('sign-up follows the policy of the instance', async () => {
    const signUp = async ({ local: { runtime } }: LocalTarget) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ email: 'eve@elsewhere.example' });
      return (await fetch(`${runtime.apiUrl}/v1/sign-up`, { method: 'POST', headers, body })).status;
    };
    expect([await signUp(alpha.target), await signUp(beta.target)]).toEqual([202, 403]);
  });

  test('a new account has the first plan of its instance', () => {
    expect(both().map(({ target }) => freePlanOf(target.local).id)).toEqual(['free', 'trial']);
  });
}
