import { beforeAll, describe, expect, test } from '@jest/globals';
import { suspendAccount } from '../../../src/accounts/account-plan.ts';
import { systemClock } from '../../../src/time.ts';
import { byOperator } from '../../support/change-requests.ts';
import { keyNames, planNamed, shownPlan } from '../../support/plans.ts';
import { plans } from '../../support/settings.ts';
import { newUser, noon, startApi, type TestApi } from '../api.ts';
import { expectProblem } from '../problem.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

describe('GET account', () => {
  test('returns the account and its plan, at first the free plan', async () => {
    const user = newUser();
    const { status, body } = await api.call(user, 'GET', '/v1/account');
    expect(status).toBe(200);
    expect(body).toEqual({
      accountId: user.sub,
      email: user.email,
      state: 'active',
      planId: plans.free.id,
      plan: shownPlan(plans.free),
      inactiveReason: null,
      graceEndsAt: null,
      trialEndsAt: null,
      excessKeys: null,
      historyDays: plans.free.historyDays,
      createdAt: new Date(noon).toISOString(),
      secondFactorRecoveryCodesLeft: 0,
    });
  });

  test('shows that the account is suspended', async () => {
    const user = newUser();
    await api.call(user, 'GET', '/v1/account');
    await suspendAccount({ directory: api.deps.directory, clock: systemClock }, byOperator(user.sub));
    expect((await api.call(user, 'GET', '/v1/account')).body.state).toBe('suspended');
  });
});

describe('PUT account/plan', () => {
  test('changes to the free plan, and the limits of the keys', async () => {
    const user = newUser();
    const created = await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } });
    expect(created.body.key.limits).toEqual(plans.free.limits);
    await api.assignPlan(user, 'scale');
    expect((await api.call(user, 'GET', '/v1/account')).body.plan).toEqual(shownPlan(planNamed('scale')));
    const listed = await api.call(user, 'GET', '/v1/keys');
    expect(listed.body.keys[0].limits).toEqual(planNamed('scale').limits);
    const back = await api.call(user, 'PUT', '/v1/account/plan', { json: { planId: 'free' } });
    expect(back.body.plan).toEqual(shownPlan(plans.free));
    expect((await api.call(user, 'GET', '/v1/account')).body).toEqual(back.body);
  });

  test.each(['developer', 'business', 'scale'])('refuses the priced plan %s without a payment', async (planId) => {
    const user = newUser();
    const answer = await api.call(user, 'PUT', '/v1/account/plan', { json: { planId } });
    expectProblem(answer, 'unknown_plan', { detail: expect.stringContaining('Available plans: free.') });
    expect((await api.call(user, 'GET', '/v1/account')).body.planId).toBe('free');
  });

  test('refuses an unknown plan', async () => {
    const answer = await api.call(newUser(), 'PUT', '/v1/account/plan', { json: { planId: 'gold' } });
    expectProblem(answer, 'unknown_plan', { detail: expect.stringContaining('free') });
  });

  test('refuses a plan that allows fewer keys than are active, with the active keys', async () => {
    const user = newUser();
    await api.assignPlan(user, 'scale');
    const keys = [];
    for (const name of keyNames(plans.free.keys + 1)) {
      const { body } = await api.call(user, 'POST', '/v1/keys', { json: { name } });
      keys.push({ keyId: body.key.keyId, name });
      api.time.now += 1;
    }
    const answer = await api.call(user, 'PUT', '/v1/account/plan', { json: { planId: 'free' } });
    expectProblem(answer, 'too_many_keys', { allowed: plans.free.keys, active: plans.free.keys + 1, keys });
    expect((await api.call(user, 'GET', '/v1/account')).body.plan.planId).toBe('scale');
    await api.call(user, 'POST', `/v1/keys/${keys[0]?.keyId}/revoke`);
    expect((await api.call(user, 'PUT', '/v1/account/plan', { json: { planId: 'free' } })).status).toBe(200);
  });
});
