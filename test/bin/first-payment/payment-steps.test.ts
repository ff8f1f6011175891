import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { payAndRenew, readWith } from '../../../bin/first-payment/payment-steps.ts';
import { readEvents, type Sandbox, type SandboxEvent } from '../../../bin/first-payment/sandbox.ts';
import { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../../packages/fake-stripe/http/client.ts';

/** The fake instead of a test clock and test cards. */
function fakeSandbox(): Sandbox {
  const fake = new FakeStripe({ clock: () => Date.UTC(2026, 10, 28) });
  const stripe = fakeStripeClient(fake);
  const events: SandboxEvent[] = [];
  fake.onEvent(({ type, created }) => events.push({ type, at: new Date(created * 1_000).toISOString() }));
  return {
    stripe,
    createCustomer: async (card) => {
      const { id } = await stripe.customers.create({ email: 'ann@example.com' });
      fake.changeCards(id, card);
      return id;
    },
    changeCard: async (customer, card) => fake.changeCards(customer, card),
    advance: async (seconds) => fake.advance(seconds * 1_000),
    events: async () => events,
    remove: async () => {},
  };
}

test('the steps of the first payment meet what the billing expects of Stripe, and keep each answer', async () => {
  const kept = new Map<string, unknown>();
  await payAndRenew(fakeSandbox(), (name, answer) => kept.set(name, answer));
  expect(kept.get('the answer to the upgrade')).toMatchObject({ pending_update: { subscription_items: [{}] } });
  expect(kept.get('a day later')).toMatchObject({ pending_update: null });
  expect(kept.get('the order of events')).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'customer.subscription.pending_update_expired' })]),
  );
});

test('another state than expected ends the run, and names it', async () => {
  const sandbox = fakeSandbox();
  const withoutTime = { ...sandbox, advance: async () => {} };
  await expect(payAndRenew(withoutTime, () => {})).rejects.toThrow('a day later: invoice is open, not void');
});

test('a permission that the restricted key lacks ends the run with its name', async () => {
  const { stripe } = fakeSandbox();
  await readWith(stripe, () => {});
  const refusal = new Error('Having the rak_refund_read permission would allow this request');
  const refunds = { ...stripe.refunds, list: () => Promise.reject(refusal) };
  await expect(readWith(Object.assign(stripe, { refunds }), () => {})).rejects.toThrow(
    'cannot read refunds: Having the rak_refund_read',
  );
});

test('events are read page by page, and only their types and times are kept', async () => {
  const event = (id: string, created: number) => ({ id, object: 'event', type: id, created, data: { email: 'ann' } });
  const asked: string[] = [];
  const answer: typeof fetch = async (url) => {
    const { searchParams } = new URL(String(url));
    const after = searchParams.get('starting_after');
    asked.push(`${searchParams.get('created[gte]')} ${after}`);
    const data = after === null ? [event('third', 3), event('second', 2)] : [event('first', 1)];
    return Response.json({ object: 'list', url: '/v1/events', has_more: after === null, data });
  };
  const stripe = new Stripe('sk_test_fake', { httpClient: Stripe.createFetchHttpClient(answer), telemetry: false });
  expect(await readEvents(stripe, 1)).toEqual([
    { type: 'first', at: '1970-01-01T00:00:01.000Z' },
    { type: 'second', at: '1970-01-01T00:00:02.000Z' },
    { type: 'third', at: '1970-01-01T00:00:03.000Z' },
  ]);
  expect(asked).toEqual(['1 null', '1 second']);
});
