import { expect, test } from '@jest/globals';
import { day, fakeAccount, hour } from './fake-account.ts';

test('a card that pays makes an active subscription with a paid first invoice', async () => {
  const { fake, stripe, checkOut, customer, small, latestInvoice, eventTypes } = await fakeAccount();
  const session = await checkOut({ subscription_data: { metadata: { accountId: 'a-1' } }, client_reference_id: 'a-1' });
  expect(session).toMatchObject({ status: 'open', amount_total: 3000, payment_status: 'unpaid', subscription: null });
  expect(session.url).toContain(session.id);
  eventTypes();
  const done = fake.payCheckout(session.id, { card: 'pays' });
  expect(done).toEqual({ kind: 'done', url: `https://example.com/done?session=${session.id}` });
  const complete = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  expect(complete).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, client_reference_id: 'a-1' });
  const { subscription } = complete;
  if (!subscription || typeof subscription === 'string') throw new Error('The subscription was not expanded.');
  expect(subscription).toMatchObject({ status: 'active', customer: customer.id, metadata: { accountId: 'a-1' } });
  expect(subscription.items.data).toMatchObject([
    {
      price: { id: small.id },
      current_period_start: Date.UTC(2026, 3, 1) / 1000,
      current_period_end: Date.UTC(2026, 4, 1) / 1000,
    },
  ]);
  const invoice = await latestInvoice(subscription.id);
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 3000,
    number: expect.stringMatching(/-0001$/),
    parent: { subscription_details: { subscription: subscription.id } },
  });
  expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
    { amount: 3000, status: 'succeeded' },
  ]);
  expect(eventTypes()).toEqual([
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
});

test('declined and unconfirmed attempts leave one incomplete subscription, which the session protects', async () => {
  const { fake, stripe, checkOut, customer } = await fakeAccount();
  const { id } = await checkOut();
  expect(fake.payCheckout(id, { card: 'is_declined' })).toEqual({ kind: 'declined' });
  expect(fake.payCheckout(id, { card: 'asks' })).toEqual({ kind: 'asks' });
  const [attempt, ...others] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;
  expect([attempt?.status, others]).toEqual(['incomplete', []]);
  await expect(stripe.subscriptions.cancel(attempt?.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.invoices.voidInvoice(String(attempt?.latest_invoice))).rejects.toMatchObject({ statusCode: 400 });
  expect(fake.payCheckout(id, { card: 'asks', confirmed: true }).kind).toBe('done');
  expect((await stripe.subscriptions.retrieve(attempt?.id ?? '')).status).toBe('active');
});

test('an expired session cannot be paid, and a paid one cannot expire', async () => {
  const { fake, stripe, checkOut } = await fakeAccount();
  const [early, late, paid] = [await checkOut(), await checkOut(), await checkOut()];
  fake.payCheckout(early.id, { card: 'is_declined' });
  expect((await stripe.checkout.sessions.expire(early.id)).status).toBe('expired');
  expect(() => fake.payCheckout(early.id, { card: 'pays' })).toThrow('expired');
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toMatchObject([{ status: 'incomplete_expired' }]);
  fake.payCheckout(paid.id, { card: 'pays' });
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toMatchObject({ statusCode: 400 });
  fake.advance(day);
  expect((await stripe.checkout.sessions.retrieve(late.id)).status).toBe('expired');
  expect((await stripe.checkout.sessions.list({ status: 'open' })).data).toEqual([]);
});

test('a session lives from 30 minutes to 24 hours, and its price must be active', async () => {
  const { stripe, checkOut, small } = await fakeAccount();
  const at = (ms: number) => (Date.UTC(2026, 3, 1) + ms) / 1000;
  await expect(checkOut({ expires_at: at(hour / 2 - 1000) })).rejects.toMatchObject({ param: 'expires_at' });
  await expect(checkOut({ expires_at: at(day + 1000) })).rejects.toMatchObject({ param: 'expires_at' });
  expect((await checkOut({ expires_at: at(hour / 2) })).expires_at).toBe(at(hour / 2));
  await stripe.prices.update(small.id, { active: false });
  await expect(checkOut()).rejects.toMatchObject({ param: 'line_items[0][price]' });
});

test('two sessions paid at once make two subscriptions: Stripe does not look', async () => {
  const { fake, stripe, checkOut } = await fakeAccount();
  for (const { id } of [await checkOut(), await checkOut()]) fake.payCheckout(id, { card: 'pays' });
  expect((await stripe.subscriptions.list()).data).toHaveLength(2);
});

test('a trial costs nothing until it ends; without a card, the session decides what follows', async () => {
  const { fake, stripe, subscribe, checkOut, read, latestInvoice } = await fakeAccount();
  const trial = { trial_period_days: 14 };
  const withCard = await subscribe('asks', { subscription_data: trial });
  expect(withCard).toMatchObject({ status: 'trialing', trial_end: Date.UTC(2026, 3, 15) / 1000 });
  expect(await latestInvoice(withCard.id)).toMatchObject({ amount_due: 0, status: 'paid' });
  const end_behavior = { missing_payment_method: 'pause' } as const;
  const session = await checkOut({
    subscription_data: { ...trial, trial_settings: { end_behavior } },
    payment_method_collection: 'if_required',
  });
  fake.payCheckout(session.id, 'no_card');
  const { subscription: withoutCard } = await stripe.checkout.sessions.retrieve(session.id);
  fake.changeCards(String(withCard.customer), 'pays');
  fake.advance(14 * day + hour);
  expect((await read(withCard.id)).status).toBe('active');
  expect(await latestInvoice(withCard.id)).toMatchObject({ amount_paid: 3000, billing_reason: 'subscription_cycle' });
  expect((await read(String(withoutCard))).status).toBe('paused');
});
