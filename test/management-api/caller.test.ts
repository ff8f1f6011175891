import { beforeAll, describe, expect, test } from '@jest/globals';
import { changePlan } from '../../src/accounts/account-plan.ts';
import type { SignUpPolicy } from '../../src/settings.ts';
import { systemClock } from '../../src/time.ts';
import { byOperator } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { claimsOf, eventOf, newUser, type Sent, startApi, type TestApi } from './api.ts';
import { expectProblem } from './problem.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const requests: readonly [string, string, Sent?][] = [
  ['GET', '/v1/account'],
  ['POST', '/v1/keys', { json: { name: 'one' } }],
  ['PUT', '/v1/account/plan', { json: { planId: 'free' } }],
];

describe('the caller', () => {
  test('gets an account with the first request, whichever it is', async () => {
    const user = newUser();
    expect((await api.call(user, 'POST', '/v1/keys', { json: { name: 'one' } })).status).toBe(201);
    expect((await api.call(user, 'GET', '/v1/account')).body.plan.planId).toBe('free');
  });

  test('gets one account for several concurrent first requests', async () => {
    const user = newUser();
    const all = await Promise.all(Array.from({ length: 10 }, () => api.call(user, 'GET', '/v1/account')));
    const first = all[0]?.body;
    expect(all.map(({ status, body }) => ({ status, body }))).toEqual(all.map(() => ({ status: 200, body: first })));
  });

  test('keeps the account, its plan and its creation time', async () => {
    const user = newUser();
    const { createdAt } = (await api.call(user, 'GET', '/v1/account')).body;
    await changePlan({ directory: api.deps.directory, plans, clock: systemClock }, byOperator(user.sub), 'business');
    api.time.now += 60_000;
    expect((await api.call(user, 'GET', '/v1/account')).body).toMatchObject({
      createdAt,
      plan: { planId: 'business' },
    });
  });

  test.each([
    ['an access token, which has no email address', { sub: 'someone', token_use: 'access' }],
    ['a token without a user', { email: 'someone@example.com' }],
    ['a token with an empty user', { ...claimsOf(newUser()), sub: '' }],
  ])('is refused with %s and gets no account', async (_, claims) => {
    expectProblem(await api.handle(eventOf({ ...claims }, 'GET', '/v1/account')), 'unauthenticated');
    expect(await Array.fromAsync(api.deps.directory.query('ACCOUNT#someone'))).toEqual([]);
  });
});

describe.each<[string, SignUpPolicy]>([
  ['a closed service', 'closed'],
  ['a service for other email domains', { emailDomains: ['other.example'] }],
])('%s', (_, signUp) => {
  const later = () => api.withSettings({ ...api.deps.settings, signUp });

  test('refuses a user’s first request, whichever it is, and creates no account', async () => {
    const user = newUser();
    for (const [method, target, sent] of requests) {
      expectProblem(await later().call(user, method, target, sent), 'sign_up_refused');
    }
    expect(await Array.fromAsync(api.deps.directory.query(`ACCOUNT#${user.sub}`))).toEqual([]);
  });

  test('never refuses a user who has an account', async () => {
    const user = newUser();
    await api.call(user, 'GET', '/v1/account');
    for (const [method, target, sent] of requests) {
      expect((await later().call(user, method, target, sent)).status).toBeLessThan(300);
    }
  });
});

test('a service for email domains gives its users accounts', async () => {
  const { call } = api.withSettings({ ...api.deps.settings, signUp: { emailDomains: ['example.com'] } });
  const user = newUser();
  expect((await call(user, 'GET', '/v1/account')).body).toMatchObject({ accountId: user.sub, email: user.email });
});
