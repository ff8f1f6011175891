import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  operate,
  password,
  type ServedPool,
  servePool,
  signUp,
} from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../../packages/fake-stripe/http/client.ts';
import { StripeApi } from '../../../packages/fake-stripe/http/stripe-api.ts';
import { suspendAccount } from '../../../src/accounts/account-plan.ts';
import { syncCatalogue } from '../../../src/billing/sync-catalogue.ts';
import { findAccount } from '../../../src/directory/directory-reads.ts';
import { DeletionWorld } from '../../accounts/deletion/deletion-world.ts';
import { billingSettings } from '../../billing/billing-bench.ts';
import { newKey } from '../../keys/new-key.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';

let pool: ServedPool;
let world: DeletionWorld;
let api: TestApi;
let user: User;
let secret: string;
beforeAll(async () => {
  const ExplicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'];
  pool = await servePool({ changes: { client: { ExplicitAuthFlows } } });
  world = await DeletionWorld.start(pool);
  const { directory, users, usage: usageRows } = world;
  api = await startApi({ directory, users, usageRows, serverClientId: pool.clientId });
});
afterAll(() => pool.stop());
beforeEach(async () => {
  const { email } = newUser();
  await signUp(pool, email);
  user = { sub: (await world.users.find(email))?.userId ?? '', email };
  await api.call(user, 'GET', '/v1/account');
  secret = (await newKey(world.directory, user.sub, 'first', () => api.time.now)).secret;
});

const remove = (body: object, headers = {}) => api.call(user, 'POST', '/v1/account/delete', { json: body, headers });

describe('POST /v1/account/delete', () => {
  test('deletes the account and the user, refuses the key, and every further request with the same token', async () => {
    expect(await remove({ email: user.email.toUpperCase(), password })).toMatchObject({ status: 200, body: {} });
    expect(await world.accepts(secret)).toBe(false);
    expect(await world.users.find(user.email)).toBeUndefined();
    expect(JSON.stringify(await world.rows())).not.toContain(user.email);
    for (const [method, path] of [
      ['GET', '/v1/account'],
      ['GET', '/v1/keys'],
      ['POST', '/v1/keys'],
    ] as const) {
      const answer = await api.call(user, method, path, method === 'POST' ? { json: { name: 'new' } } : {});
      expect(answer).toMatchObject({ status: 403, body: { code: 'account_deleted' } });
    }
    expect((await remove({ email: user.email, password })).body.code).toBe('account_deleted');
    expect(JSON.stringify(api.lines)).not.toContain(user.email);
  });

  test('deletes nothing without the password, or with another address', async () => {
    expect(await remove({ email: user.email, password: 'Wrong-horse-1' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect(await remove({ email: 'other@example.com', password })).toMatchObject({
      status: 400,
      body: { code: 'email_mismatch' },
    });
    expect(await remove({ password })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await world.accepts(secret)).toBe(true);
    expect((await api.call(user, 'GET', '/v1/account')).body).toMatchObject({ email: user.email, state: 'active' });
  });

  test('has one effect when it is sent twice at once, also with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2].map(() => remove({ email: user.email, password }, headers)));
    const outcomes = answers.map(({ status, body }) => body.code ?? status);
    expect(outcomes).toContain(200);
    for (const outcome of outcomes) expect([200, 'account_deleted']).toContain(outcome);
    expect(await world.accepts(secret)).toBe(false);
  });

  test('answers 200 as soon as the keys are refused, even if the rest fails', async () => {
    const { directory, usage: usageRows } = world;
    const broken = { delete: () => Promise.reject(new Error('no answer')) };
    const users = Object.assign(Object.create(world.users), broken);
    const failing = await startApi({ directory, users, usageRows, serverClientId: pool.clientId });
    users.isPassword = async () => true;
    users.signOut = async () => undefined;
    const answer = await failing.call(user, 'POST', '/v1/account/delete', { json: { email: user.email, password } });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(failing.lines).toContainEqual(
      expect.objectContaining({ event: 'account_deletion_unfinished', accountId: user.sub }),
    );
    expect(await world.accepts(secret)).toBe(false);
    expect((await failing.call(user, 'GET', '/v1/keys')).body.code).toBe('account_deleted');
  });

  test('deletes a suspended account, too', async () => {
    await suspendAccount(api.deps, { accountId: user.sub, origin: { by: 'operator' } });
    expect((await remove({ email: user.email, password })).status).toBe(200);
  });
});

test('a user of the pool cannot sign in after the deletion', async () => {
  await remove({ email: user.email, password });
  const AuthParameters = { USERNAME: user.email, PASSWORD: password };
  const { status } = await operate(pool, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  expect(status).toBe(400);
});

describe('with billing', () => {
  const fake = new FakeStripe({ clock: () => noon, retries: 'unpaid' });
  const stripeApi = new StripeApi(fake);
  const stripe = fakeStripeClient(fake, stripeApi);
  let paid: TestApi;
  let customerId: string;
  beforeAll(async () => {
    const { directory, users, usage: usageRows } = world;
    const connect = async () => ({ stripe, settings: billingSettings, signingSecret: 'whsec_none' });
    const billing = { connect, dashboardUrl: 'https://dashboard.example' };
    paid = await startApi({ directory, users, usageRows, serverClientId: pool.clientId, billing });
    await syncCatalogue({ ...paid.deps, stripe, settings: billingSettings, serviceName: 'Test' }, { dryRun: false });
  });
  beforeEach(async () => {
    const { body } = await paid.call(user, 'POST', '/v1/billing/checkout', { json: { planId: 'developer' } });
    fake.payCheckout(new URL(body.url).pathname.split('/').at(-1) ?? '', { card: 'pays' });
    customerId = (await findAccount(world.directory, user.sub)).billing?.customerId ?? '';
  });

  const subscriptions = async () =>
    (await stripe.subscriptions.list({ customer: customerId, status: 'all' })).data.map(({ status }) => status);
  const removePaid = () => paid.call(user, 'POST', '/v1/account/delete', { json: { email: user.email, password } });

  test('a deleted account’s subscription ends, also one that the account did not know of yet, and then its customer', async () => {
    expect(await removePaid()).toMatchObject({ status: 200 });
    expect(await subscriptions()).toEqual(['canceled']);
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    expect(paid.lines).toContainEqual(expect.objectContaining({ event: 'account_deleted', accountId: user.sub }));
  });

  test('while Stripe does not answer, the keys are refused and the rest is left for the sweep', async () => {
    stripeApi.setOutage({ kind: 'error', until: Number.POSITIVE_INFINITY });
    expect(await removePaid()).toMatchObject({ status: 200 });
    stripeApi.setOutage(undefined);
    expect(await world.accepts(secret)).toBe(false);
    expect(await subscriptions()).toEqual(['active']);
    expect(paid.lines.at(-2)).toMatchObject({ event: 'account_deletion_unfinished', accountId: user.sub });
    expect(await world.directory.get({ pk: `ACCOUNT#${user.sub}`, sk: 'ACCOUNT' })).toMatchObject({
      state: 'deleting',
    });
  });
});
