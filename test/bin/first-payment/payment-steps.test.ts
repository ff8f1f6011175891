import { expect, test } from '@jest/globals';
import { payAndRenew, readWith } from '../../../bin/first-payment/payment-steps.ts';
import type { Sandbox, SandboxEvent } from '../../../bin/first-payment/sandbox.ts';
import { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../../packages/fake-stripe/http/client.ts';

/** The fake instead of a test clock and test cards. */
function fakeSandbox(): Sandbox {
  const fake = new FakeStripe({ clock: () => Date.UTC(2026, 10, 28) });
  const stripe = fakeStripeClient(fake);
  const events: SandboxEvent[] = [];
  fake.onEvent(({ type, created }) => events.push({ type, created }));
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
