import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { FakeStripe } from '../fake-stripe.ts';
import { fakeStripeClient } from '../http/client.ts';
import { StripeApi } from '../http/stripe-api.ts';
import { type FakeStripeServer, startFakeStripe } from '../server.ts';

let server: FakeStripeServer;
let stripe: Stripe;

const sdk = (key: string, config: Stripe.StripeConfig = {}) => {
  const { hostname: host, port } = new URL(server.url);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config });
};

beforeAll(async () => {
  server = await startFakeStripe();
  stripe = sdk(server.apiKey);
});

afterAll(() => server.stop());

const minute = 60_000;

describe.each([
  ['over HTTP', () => stripe],
  ['in this process', () => fakeStripeClient(new FakeStripe({ clock: Date.now }))],
])('the official SDK %s', (_name, client) => {
  test('creates, changes and lists objects', async () => {
    const stripe = client();
    const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { accountId: 'a & b' } });
    expect(customer).toMatchObject({ object: 'customer', email: 'ada@example.com', metadata: { accountId: 'a & b' } });
    expect(customer.lastResponse).toMatchObject({ statusCode: 200, requestId: expect.stringMatching(/^req_/) });
    expect((await stripe.customers.update(customer.id, { metadata: { accountId: null } })).metadata).toEqual({});
    const created = await stripe.customers.create({ email: 'bob@example.com' });
    const listed = await stripe.customers.list({ email: 'bob@example.com', limit: 1 });
    expect(listed.data).toEqual([expect.objectContaining({ id: created.id })]);
    expect(await stripe.customers.del(created.id)).toMatchObject({ id: created.id, deleted: true });
    expect(await stripe.products.create({ id: 'p-1', name: 'Plan' })).toMatchObject({ id: 'p-1', name: 'Plan' });
    const price = { currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' }, product: 'p-1' } as const;
    await stripe.prices.create({ ...price, lookup_key: 'p-1-2000' });
    const found = await stripe.prices.list({ lookup_keys: ['p-1-2000'], active: true });
    expect(found.data).toMatchObject([{ unit_amount: 2000, product: 'p-1' }]);
  });

  test('gets errors as from Stripe', async () => {
    const stripe = client();
    const unknown = { email: 'a@b.c', emial: 'x' };
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'emial',
      statusCode: 400,
      requestId: expect.any(String),
    });
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(stripe.rawRequest('GET', '/v1/balance')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('repeats a request under its idempotency key without repeating its effect', async () => {
    const stripe = client();
    const key = { idempotencyKey: 'customer-1' };
    const first = await stripe.customers.create({ email: 'a@b.c' }, key);
    expect(first.lastResponse.idempotencyKey).toBe('customer-1');
    expect((await stripe.customers.create({ email: 'a@b.c' }, key)).id).toBe(first.id);
    await expect(stripe.customers.create({ email: 'other@b.c' }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });
});

describe('the server', () => {
  test('refuses wrong keys and other versions of the API', async () => {
    await expect(sdk('sk_test_other').customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    const old = { apiVersion: '2020-08-27' };
    await expect(stripe.customers.list({}, old)).rejects.toMatchObject({ statusCode: 400 });
    const missing = await fetch(`${server.url}/v1/customers`);
    expect([missing.status, await missing.json()]).toEqual([401, { error: expect.objectContaining({}) }]);
    const basic = { authorization: `Basic ${btoa(`${server.apiKey}:`)}` };
    expect((await fetch(`${server.url}/v1/customers`, { headers: basic })).status).toBe(200);
  });

  test('refuses bodies that are not forms, and huge ones', async () => {
    const post = (body: string, type: string) => {
      const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': type };
      return fetch(`${server.url}/v1/customers`, { method: 'POST', headers, body });
    };
    expect((await post('{"email":"a@b.c"}', 'application/json')).status).toBe(400);
    expect((await post('email[a=1', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await post(`email=${'a'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413);
  });

  test('listens on a free port of its own, and says if a wanted one is taken', async () => {
    const other = await startFakeStripe();
    expect(other.url).not.toBe(server.url);
    await expect(startFakeStripe({ port: Number(new URL(other.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await other.stop();
    await other.stop();
    await expect(fetch(other.url)).rejects.toThrow();
  });
});

describe('an outage', () => {
  const outageOf = async (kind: 'error' | 'refused' | 'answer_lost') => {
    let now = Date.now();
    const fake = new FakeStripe({ clock: () => now });
    const api = new StripeApi(fake);
    const client = fakeStripeClient(fake, api);
    api.setOutage({ kind, until: now + minute });
    await expect(client.customers.create({})).rejects.toMatchObject({
      type: kind === 'error' ? 'StripeAPIError' : 'StripeConnectionError',
    });
    now += minute;
    return { customers: (await client.customers.list()).data.length, requests: api.requests };
  };

  test('does nothing, or does what was asked and loses the answer, and ends by the clock', async () => {
    expect(await outageOf('error')).toEqual({ customers: 0, requests: 2 });
    expect(await outageOf('refused')).toEqual({ customers: 0, requests: 2 });
    expect(await outageOf('answer_lost')).toEqual({ customers: 1, requests: 2 });
  });

  test('breaks connections over HTTP', async () => {
    server.api.setOutage({ kind: 'refused', until: server.fake.now() + minute });
    await expect(fetch(`${server.url}/v1/customers`)).rejects.toThrow('fetch failed');
    server.api.setOutage(undefined);
    expect((await stripe.customers.list()).object).toBe('list');
  });
});
