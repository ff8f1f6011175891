import { beforeEach, describe, expect, test } from '@jest/globals';
import { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../../packages/fake-stripe/http/client.ts';
import { StripeApi } from '../../../packages/fake-stripe/http/stripe-api.ts';
import { syncCatalogue } from '../../../src/billing/sync-catalogue.ts';
import { findAccount } from '../../../src/directory/directory-reads.ts';
import { dayMs } from '../../../src/time.ts';
import { type BillingBench, billingSettings } from '../../billing/billing-bench.ts';
import { memoryDirectory } from '../../support/memory-directory.ts';
import { plans } from '../../support/settings.ts';
import { newUser, noon, type Sent, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

const dashboardUrl = 'https://dashboard.example';

let api: TestApi;
let user: User;
let fake: FakeStripe;
let stripeApi: StripeApi;
let connections: number;
let now: number;
beforeEach(async () => {
  now = noon;
  const clock = () => now;
  fake = new FakeStripe({ clock, retries: 'unpaid' });
  stripeApi = new StripeApi(fake);
  const stripe = fakeStripeClient(fake, stripeApi);
  connections = 0;
  const connect = async () => {
    connections += 1;
    return { stripe, settings: billingSettings, signingSecret: 'whsec_none' };
  };
  const sale = { plans, currency: 'usd', canPay: true };
  api = await startApi({ directory: memoryDirectory(), clock, sale, billing: { connect, dashboardUrl } });
  await syncCatalogue({ ...api.deps, stripe, settings: billingSettings, serviceName: 'Test' }, { dryRun: false });
  user = newUser();
});

const call = (method: string, target: string, json?: object, sent: Sent = {}) =>
  api.call(user, method, target, { ...sent, ...(json && { json }) });
const checkout = (planId: string) => call('POST', '/v1/billing/checkout', { planId });
const change = (planId: string) => call('PUT', '/v1/account/plan', { planId });
const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

type Card = Parameters<BillingBench['setCard']>[0];

/** Pays for a plan as the customer does: on the page, and back in the dashboard. */
async function subscribe(planId: string, card: Card = 'pays'): Promise<void> {
  const { body } = await checkout(planId);
  fake.payCheckout(lastPart(body.url), { card });
  expect(await call('POST', '/v1/billing/refresh', {})).toMatchObject({ status: 200, body: { planId } });
}

describe('while billing is off', () => {
  beforeEach(async () => {
    api = await startApi({ directory: memoryDirectory() });
  });

  test('the state of payments says so, and nothing asks Stripe', async () => {
    expect(await call('GET', '/v1/billing')).toMatchObject({
      status: 200,
      body: { enabled: false, state: 'none', planId: 'free', credit: 0, currency: 'usd' },
    });
    expect(connections).toBe(0);
  });

  test.each([
    ['GET', '/v1/billing/invoices', undefined],
    ['POST', '/v1/billing/checkout', { planId: 'developer' }],
    ['POST', '/v1/billing/portal', {}],
    ['POST', '/v1/billing/refresh', {}],
  ])('%s %s is refused with billing_off', async (method, target, json) => {
    expectProblem(await call(method, target, json), 'billing_off');
  });

  test('nobody puts himself on a plan with a price', async () => {
    expectProblem(await change('developer'), 'unknown_plan');
    expect((await call('GET', '/v1/plans')).body.plans.filter(({ open }: { open: boolean }) => open)).toHaveLength(1);
  });
});

test('a subscription stays as it is while billing is turned off', async () => {
  await subscribe('developer');
  api = await startApi({ directory: api.deps.directory });
  for (const planId of ['free', 'business']) expectProblem(await change(planId), 'billing_off');
  expect((await change('developer')).status).toBe(200);
});

describe('the first paid plan', () => {
  test('needs a payment: PUT /v1/account/plan says so, and plans with a price are open', async () => {
    expectProblem(await change('developer'), 'checkout_required');
    const { plans: listed } = (await call('GET', '/v1/plans')).body;
    expect(listed.every(({ open }: { open: boolean }) => open)).toBe(true);
  });

  test('is bought on a page that ends within the hour and leads back to the dashboard', async () => {
    const { status, body } = await checkout('developer');
    expect(status).toBe(201);
    expect(Date.parse(body.expiresAt) - noon).toBeLessThanOrEqual(3_601_000);
    const { body: page } = fake.call({
      method: 'GET',
      path: `/v1/checkout/sessions/${lastPart(body.url)}`,
      params: {},
    });
    expect(page).toMatchObject({
      success_url: `${dashboardUrl}/plan?checkout=done`,
      cancel_url: `${dashboardUrl}/plan?checkout=cancelled`,
    });
    fake.payCheckout(lastPart(body.url), { card: 'pays' });
    expect((await call('GET', '/v1/account')).body.planId).toBe('free');
    const refreshed = await call('POST', '/v1/billing/refresh', {});
    expect(refreshed.body).toMatchObject({ planId: 'developer', plan: { limits: { callsPerSecond: 50 } } });
    expectProblem(await checkout('business'), 'already_subscribed');
  });

  test.each(['free', 'none'])('cannot be %s', async (planId) => {
    expectProblem(await checkout(planId), 'unknown_plan');
  });

  test.each([
    [{}, 'body.planId'],
    [{ planId: 7 }, 'body.planId'],
    [{ planId: 'developer', quantity: 2 }, 'body.quantity'],
  ])('is refused with the body %j, before Stripe is asked', async (json, at) => {
    const before = stripeApi.requests;
    const answer = await call('POST', '/v1/billing/checkout', json);
    expectProblem(answer, 'invalid_request');
    expect(answer.body.errors).toMatchObject([{ at }]);
    expect(stripeApi.requests).toBe(before);
  });
});

describe('a paying customer', () => {
  beforeEach(() => subscribe('developer'));

  test('sees what they pay and when', async () => {
    expect((await call('GET', '/v1/billing')).body).toMatchObject({
      enabled: true,
      state: 'paid',
      planId: 'developer',
      nextInvoice: { at: '2026-12-20T12:00:00.000Z', amount: 4_900, currency: 'usd' },
      openInvoice: null,
      pendingPlan: null,
    });
  });

  test('changes to a larger plan at once, and repeats the request without a second charge', async () => {
    const headers = { 'idempotency-key': 'upgrade-1' };
    for (let tries = 0; tries < 2; tries += 1) {
      const answer = await call('PUT', '/v1/account/plan', { planId: 'business' }, { headers });
      expect(answer).toMatchObject({ status: 200, body: { planId: 'business' } });
    }
    const { invoices } = (await call('GET', '/v1/billing/invoices')).body;
    expect(invoices.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
      [45_000, 'paid'],
      [4_900, 'paid'],
    ]);
    const other = await call('PUT', '/v1/account/plan', { planId: 'free' }, { headers });
    expectProblem(other, 'idempotency_conflict');
  });

  test('gets 202 with a page if the card asks for a confirmation, and the plan when it is paid there', async () => {
    const { billing } = await findAccount(api.deps.directory, user.sub);
    fake.changeCards(billing?.customerId ?? '', 'asks');
    const { status, body } = await change('business');
    expect(status).toBe(202);
    expect(body).toEqual({ paymentUrl: expect.stringContaining('/invoice/'), expiresAt: expect.any(String) });
    expect((await call('GET', '/v1/billing')).body.pendingPlan).toEqual({ planId: 'business', ...body });
    fake.payInvoice(lastPart(body.paymentUrl), { card: 'pays' });
    expect((await call('POST', '/v1/billing/refresh', {})).body.planId).toBe('business');
  });

  test('reads invoices page by page, with a cursor that fits no other account', async () => {
    await change('business');
    const first = (await call('GET', '/v1/billing/invoices?limit=1')).body;
    expect(first).toMatchObject({ invoices: [{ amount: 45_000 }], nextCursor: expect.any(String) });
    const target = `/v1/billing/invoices?limit=1&cursor=${first.nextCursor}`;
    const second = (await call('GET', target)).body;
    expect(second).toMatchObject({ invoices: [{ amount: 4_900, number: expect.any(String) }], nextCursor: null });
    expectProblem(await api.call(newUser(), 'GET', target), 'invalid_cursor');
    expectProblem(await call('GET', '/v1/billing/invoices?limit=0'), 'invalid_request');
  });

  test('opens the portal, which leads back to the plan page', async () => {
    const { status, body } = await call('POST', '/v1/billing/portal', {});
    expect({ status, body }).toEqual({ status: 201, body: { url: expect.stringContaining('/portal/') } });
    expectProblem(await api.call(newUser(), 'POST', '/v1/billing/portal', { json: {} }), 'no_customer');
  });

  test('moves to the free plan with credit', async () => {
    now += 15 * dayMs;
    fake.tick();
    expectProblem(await change('free'), 'recent_sign_in_required');
    expectProblem(await call('POST', '/v1/billing/portal', {}), 'recent_sign_in_required');
    expectProblem(await call('POST', '/v1/billing/checkout', { planId: 'business' }), 'recent_sign_in_required');
    user = { ...user, signedInAt: now };
    expect(await change('free')).toMatchObject({ status: 200, body: { planId: 'free', inactiveReason: null } });
    const { credit, state } = (await call('GET', '/v1/billing')).body;
    expect({ state, credit: Math.round(credit / 100) }).toEqual({ state: 'none', credit: 24 });
  });
});

describe('while Stripe does not answer', () => {
  test('every call of billing gets 503 and the log the reason; the account and its keys do not need Stripe', async () => {
    await subscribe('developer');
    stripeApi.setOutage({ kind: 'error', until: Number.POSITIVE_INFINITY });
    for (const [method, target, json] of [
      ['GET', '/v1/billing/invoices', undefined],
      ['GET', '/v1/account/plan-preview?planId=business', undefined],
      ['POST', '/v1/billing/checkout', { planId: 'business' }],
      ['POST', '/v1/billing/portal', {}],
      ['POST', '/v1/billing/refresh', {}],
      ['PUT', '/v1/account/plan', { planId: 'business' }],
    ] as const) {
      expectProblem(await call(method, target, json), 'billing_unavailable');
      expect(api.lines.findLast(({ event }) => event === 'api_failed')).toMatchObject({
        cause: expect.stringContaining('Error'),
      });
    }
    expect(await call('GET', '/v1/billing')).toMatchObject({ status: 200, body: { state: 'paid' } });
    expect((await call('GET', '/v1/account')).body.planId).toBe('developer');
    expect((await call('POST', '/v1/keys', { name: 'one' })).status).toBe(201);
  });
});
