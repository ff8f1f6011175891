import { beforeEach, describe, expect, test } from '@jest/globals';
import { accountItemKey } from '../../../src/directory/directory-items.ts';
import { dayMs } from '../../../src/time.ts';
import { shownPlan } from '../../support/plans.ts';
import { plans } from '../../support/settings.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

let api: TestApi;
let user: User;
let keyId: string;

const get = (path: string) => api.call(user, 'GET', path);
const choose = (planId: string) => api.call(user, 'PUT', '/v1/account/plan', { json: { planId } });
const create = () => api.call(user, 'POST', '/v1/keys', { json: { name: 'another' } });

/** Puts the user's account on a plan that the settings do not know, like an operator who removed it. */
async function losePlan() {
  const { directory } = api.deps;
  const item = await directory.get(accountItemKey(user.sub));
  await directory.put({ ...item, planId: 'gold' });
}

beforeEach(async () => {
  api = await startApi();
  user = newUser();
  keyId = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'first' } })).body.key.keyId;
  await losePlan();
});

describe('an account whose plan no longer exists', () => {
  test('shows the plan’s id without a plan', async () => {
    expect((await get('/v1/account')).body).toMatchObject({
      planId: 'gold',
      plan: null,
      historyDays: plans.free.historyDays,
    });
  });

  test('lists its keys without limits', async () => {
    const { status, body } = await get('/v1/keys');
    expect(status).toBe(200);
    expect(body.keys).toMatchObject([{ keyId, limits: null, calls: null }]);
  });

  test.each(['/v1/usage', '/v1/plans', '/v1/endpoints'])('reads %s', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test('reads as much history as on the free plan', async () => {
    const { status, body } = await get(`/v1/keys/${keyId}/requests`);
    expect(status).toBe(200);
    expect(body.historyFrom).toBe(new Date(noon - plans.free.historyDays * dayMs).toISOString());
    expectProblem(await get(`/v1/keys/${keyId}/requests/req_none`), 'request_not_found');
  });

  test('creates no key', async () => {
    expectProblem(await create(), 'no_active_plan', { detail: expect.stringContaining('"gold"') });
  });

  test('gets the key of a retried request, because the key exists', async () => {
    await choose(plans.free.id);
    const headers = { 'idempotency-key': 'retried' };
    const send = () => api.call(user, 'POST', '/v1/keys', { json: { name: 'retried' }, headers });
    const first = await send();
    await losePlan();
    expect(await send()).toMatchObject({
      status: 200,
      body: { key: { keyId: first.body.key.keyId, limits: null }, secret: null },
    });
  });

  test('renames, rotates and revokes its keys', async () => {
    const path = `/v1/keys/${keyId}`;
    expect((await api.call(user, 'PATCH', path, { json: { name: 'renamed' } })).status).toBe(200);
    expect((await api.call(user, 'POST', `${path}/rotate`, { json: { graceHours: 0 } })).status).toBe(200);
    expect((await api.call(user, 'POST', `${path}/revoke`)).status).toBe(200);
  });

  test('can choose an open plan, and then create keys', async () => {
    expect((await choose(plans.free.id)).body).toMatchObject({ planId: plans.free.id, plan: shownPlan(plans.free) });
    expect((await create()).status).toBe(201);
  });

  test('changes nothing by choosing its own plan, and cannot come back to it', async () => {
    expect(await choose('gold')).toMatchObject({ status: 200, body: { planId: 'gold', plan: null } });
    await choose(plans.free.id);
    expectProblem(await choose('gold'), 'unknown_plan', { detail: expect.stringContaining(plans.free.id) });
  });
});
