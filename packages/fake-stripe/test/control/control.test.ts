import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import * as v from 'valibot';
import { type FakeStripeServer, startFakeStripe } from '../../server.ts';

let server: FakeStripeServer;
let stripe: Stripe;
const received: { id: string; type: string }[] = [];
let status = 200;

/** Receives events as the gateway does: the SDK verifies each signature. */
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const signature = String(request.headers['stripe-signature']);
  received.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, server.signingSecret));
  response.writeHead(status).end();
});

beforeAll(async () => {
  server = await startFakeStripe();
  const { hostname: host, port } = new URL(server.url);
  stripe = new Stripe(server.apiKey, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  await server.stop();
  receiver.close();
  receiver.closeAllConnections();
});

async function control(path: string, body: object, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${server.url}/_control${path}`, init);
  return { status: response.status, body: v.parse(v.looseObject({}), await response.json()) };
}

const paidCharge = async () => {
  const { id: product } = await stripe.products.create({ name: 'Plan' });
  const recurring = { interval: 'month' } as const;
  const { id: price } = await stripe.prices.create({ currency: 'usd', unit_amount: 2000, recurring, product });
  const { id: customer } = await stripe.customers.create({});
  const { id: session } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/',
  });
  server.fake.payCheckout(session, { card: 'pays' });
  const [charge] = (await stripe.charges.list({ customer })).data;
  return { customer, charge: charge?.id ?? '' };
};

describe('/_control', () => {
  test('moves the clock', async () => {
    const before = server.fake.now();
    expect(await control('/clock', { days: 2, seconds: 5 })).toMatchObject({ status: 200 });
    expect(server.fake.now() - before).toBeGreaterThanOrEqual(2 * 86_400_000 + 5_000);
  });

  test('changes the card of a customer', async () => {
    const { customer } = await paidCharge();
    expect(await control('/card', { customer, card: 'is_declined' })).toMatchObject({ status: 200 });
    await control('/clock', { days: 32 });
    expect((await stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: 'past_due' }]);
    expect(await control('/card', { customer: 'cus_none', card: 'pays' })).toMatchObject({ status: 400 });
  });

  test('has payments disputed, warned of and refunded', async () => {
    const { charge } = await paidCharge();
    expect(await control('/early-fraud-warning', { charge })).toMatchObject({ status: 200 });
    expect(await control('/refund', { charge, amount: 500 })).toMatchObject({
      status: 200,
      body: { object: 'refund' },
    });
    const disputed = await control('/dispute', { charge });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, disputed: true });
    const dispute = String(disputed.body.id);
    expect(await control('/dispute/close', { dispute, status: 'won' })).toMatchObject({ status: 200 });
    expect(await stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'won' });
    expect(await control('/refund', { charge: 'ch_none' })).toMatchObject({ status: 400 });
  });

  test('orders an outage', async () => {
    await control('/outage', { kind: 'error', seconds: 60 });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 503 });
    await control('/outage', { kind: 'none' });
    expect((await stripe.customers.list()).object).toBe('list');
  });

  test('says what it does not understand', async () => {
    expect(await control('/clock', { days: 'many' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^days: /) },
    });
    expect(await control('/clock', { hours: 1 })).toMatchObject({ status: 400 });
    expect(await control('/weather', {})).toMatchObject({ status: 404 });
    expect(await control('/clock', { days: 1 }, { 'content-type': 'text/plain' })).toMatchObject({ status: 400 });
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    expect((await fetch(`${server.url}/_control/clock`, broken)).status).toBe(400);
    expect(await (await fetch(`${server.url}/_control`)).json()).toMatchObject({ requests: expect.any(Number) });
  });
});

describe('the page of the controls', () => {
  const page = () =>
    fetch(`${server.url}/_control`, { headers: { accept: 'text/html' } }).then((answer) => answer.text());
  const submit = (path: string, values: Record<string, string>, origin: string) =>
    fetch(`${server.url}/_control${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(values),
      redirect: 'manual',
    });

  test('shows the time, customers and payments, and its forms do what the JSON does', async () => {
    const { charge } = await paidCharge();
    expect(await page()).toContain('This is a fake of Stripe.');
    expect((await submit('/refund', { charge }, server.url)).headers.get('location')).toBe('/_control');
    expect(await page()).toContain('$20.00 refunded');
    const before = server.fake.now();
    expect((await submit('/clock', { days: '1' }, server.url)).status).toBe(303);
    expect(server.fake.now() - before).toBeGreaterThanOrEqual(86_400_000);
    expect((await submit('/clock', { days: 'x' }, server.url)).status).toBe(400);
  });

  test('obeys no forms of other sites', async () => {
    const before = server.fake.now();
    expect((await submit('/clock', { days: '1' }, 'https://example.com')).status).toBe(400);
    expect(server.fake.now() - before).toBeLessThan(86_400_000);
  });
});

describe('events over HTTP', () => {
  const receivedTypes = () => received.map(({ type }) => type);

  test('are sent to the address that is set, again after an error, and with the faults that are ordered', async () => {
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/events`;
    expect(await control('/events', { url })).toMatchObject({ status: 200, body: { lose: 0 } });
    status = 500;
    await stripe.customers.create({});
    await server.events.deliverDue();
    expect(receivedTypes()).toEqual(['customer.created']);
    status = 200;
    await control('/clock', { seconds: 2 });
    await server.events.deliverDue();
    expect(receivedTypes()).toEqual(['customer.created', 'customer.created']);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);

    await control('/events', { lose: 1 });
    await stripe.customers.create({});
    await server.events.deliverDue();
    expect(received).toHaveLength(2);
    await control('/events', {});
    expect(await control('/events/resend', {})).toMatchObject({ body: { events: 2 } });
    await server.events.deliverDue();
    expect(received).toHaveLength(4);
    expect(await control('/events', { lose: 2 })).toMatchObject({ status: 400 });
  });
});
