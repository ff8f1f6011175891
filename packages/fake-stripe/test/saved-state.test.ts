import { expect, test } from '@jest/globals';
import { FakeStripe } from '../fake-stripe.ts';
import { fakeStripeClient } from '../http/client.ts';
import { SavedStateError } from '../saved-state.ts';
import { day, fakeAccount } from './fake-account.ts';

const clock = () => Date.UTC(2026, 3, 1);

test('a fake continues where another one ended: its time, a failed renewal, its payment, and new ids', async () => {
  const { fake, stripe: before, subscribe, customer, small } = await fakeAccount();
  const { id } = await subscribe();
  fake.changeCards(customer.id, 'is_declined');
  fake.advance(31 * day);
  const next = new FakeStripe({ clock, saved: fake.save() });
  expect(next.now()).toBe(fake.now());
  const stripe = fakeStripeClient(next);
  expect((await stripe.customers.create()).id).toBe((await before.customers.create()).id);
  expect(await stripe.prices.retrieve(small.id)).toMatchObject({ unit_amount: 3000 });
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due', latest_invoice: open?.id });
  next.payInvoice(open?.id ?? '', { card: 'pays' });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  expect((await stripe.invoices.retrieve(open?.id ?? '')).status).toBe('paid');
});

test.each([
  ['nothing', new Uint8Array()],
  ['text', new TextEncoder().encode('{"format":1}')],
])('%s is no saved state', (_, saved) => {
  expect(() => new FakeStripe({ clock, saved })).toThrow(SavedStateError);
});

test('programs whose clock does not move with the fake open Checkout as before', async () => {
  const { fake, stripe, checkOut } = await fakeAccount({ callersClock: clock });
  fake.advance(31 * day);
  const inAnHour = clock() / 1_000 + 3_600;
  const { expires_at: expiresAt } = await checkOut({ expires_at: inAnHour });
  expect(expiresAt).toBe(fake.now() / 1_000 + 3_600);
  await expect(checkOut({ expires_at: inAnHour - 2_400 })).rejects.toMatchObject({ param: 'expires_at' });
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
});
