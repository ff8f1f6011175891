import { describe, expect, test } from '@jest/globals';
import { day, fakeAccount, hour } from './fake-account.ts';

describe('canceling', () => {
  test('with prorate and invoice_now puts the unused time on the balance at once', async () => {
    const { fake, stripe, subscribe, latestInvoice, balance, eventTypes } = await fakeAccount();
    const { id } = await subscribe();
    fake.advance(20 * day);
    eventTypes();
    const canceled = await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } });
    expect(await latestInvoice(id)).toMatchObject({ total: -1000, status: 'paid' });
    expect(await balance()).toBe(-1000);
    expect(eventTypes()).toContain('customer.subscription.deleted');
  });

  test('without them gives no credit', async () => {
    const { stripe, subscribe, balance, latestInvoice } = await fakeAccount();
    const { id, latest_invoice } = await subscribe();
    await stripe.subscriptions.cancel(id);
    expect([await balance(), (await latestInvoice(id)).id]).toEqual([0, latest_invoice]);
  });

  test('stops collecting open and draft invoices, which stay payable', async () => {
    const { fake, stripe, subscribe, customer, latestInvoice, read } = await fakeAccount();
    const { id } = await subscribe();
    fake.changeCards(customer.id, 'is_declined');
    fake.advance(30 * day + hour);
    const open = await latestInvoice(id);
    fake.changeCards(customer.id, 'pays');
    await stripe.subscriptions.cancel(id);
    fake.advance(60 * day);
    expect(await latestInvoice(id)).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null });
    expect(fake.payInvoice(open.id)).toEqual({ kind: 'done', url: null });
    expect((await read(id)).status).toBe('canceled');
  });

  test('a draft of a canceled subscription is never collected', async () => {
    const { fake, stripe, subscribe, latestInvoice } = await fakeAccount();
    const { id } = await subscribe();
    fake.advance(30 * day);
    await stripe.subscriptions.cancel(id);
    fake.advance(30 * day);
    const { id: draft, status } = await latestInvoice(id);
    expect(status).toBe('draft');
    await expect(stripe.invoices.voidInvoice(draft)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.invoices.finalizeInvoice(draft, { auto_advance: false });
    expect((await stripe.invoices.voidInvoice(draft)).status).toBe('void');
  });

  test('twice is an error, and an ended subscription cannot change', async () => {
    const { stripe, subscribe, changePrice, large } = await fakeAccount();
    const subscription = await subscribe();
    await stripe.subscriptions.cancel(subscription.id);
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(changePrice(subscription, large.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.list()).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1);
  });

  test('at the end of the period', async () => {
    const { fake, stripe, subscribe, read } = await fakeAccount();
    const { id } = await subscribe();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    fake.advance(30 * day - 1000);
    expect((await read(id)).status).toBe('active');
    fake.advance(1000);
    expect((await read(id)).status).toBe('canceled');
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });

  test('in the portal, in the way its configuration says', async () => {
    const { fake, stripe, subscribe, customer, balance, read } = await fakeAccount();
    const { id } = await subscribe();
    const subscription_cancel = { enabled: true, mode: 'immediately', proration_behavior: 'always_invoice' } as const;
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel },
    });
    const session = await stripe.billingPortal.sessions.create({ customer: customer.id, configuration });
    fake.advance(15 * day);
    fake.cancelInPortal(session.id, id);
    expect([(await read(id)).status, await balance()]).toEqual(['canceled', -1500]);
    const features = { subscription_cancel: { ...subscription_cancel, enabled: false } };
    await stripe.billingPortal.configurations.update(configuration, { features });
    expect(() => fake.cancelInPortal(session.id, id)).toThrow('does not allow');
  });
});

test('an incomplete subscription ends after 23 hours, or when its first invoice is voided', async () => {
  const { fake, stripe, customer, small, read } = await fakeAccount();
  fake.changeCards(customer.id, 'is_declined');
  const create = () => stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  const [late, voided] = [await create(), await create()];
  expect(late.status).toBe('incomplete');
  await stripe.invoices.voidInvoice(String(voided.latest_invoice));
  expect((await read(voided.id)).status).toBe('incomplete_expired');
  fake.advance(23 * hour);
  expect((await read(late.id)).status).toBe('incomplete_expired');
  expect((await stripe.invoices.retrieve(String(late.latest_invoice))).status).toBe('void');
});

test('a paid invoice cannot be voided, and a void one cannot be paid: the first request wins', async () => {
  const { fake, stripe, subscribe, customer } = await fakeAccount();
  const { id, latest_invoice } = await subscribe();
  await expect(stripe.invoices.voidInvoice(String(latest_invoice))).rejects.toMatchObject({ statusCode: 400 });
  fake.changeCards(customer.id, 'is_declined');
  fake.advance(30 * day + hour);
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
  fake.changeCards(customer.id, 'asks');
  await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({
    code: 'invoice_payment_intent_requires_action',
  });
  await stripe.invoices.voidInvoice(open?.id ?? '');
  expect(() => fake.payInvoice(open?.id ?? '', { card: 'pays' })).toThrow('void');
});

test('deleting a customer ends their subscriptions and makes them unknown to new requests', async () => {
  const { stripe, subscribe, checkOut, customer, read } = await fakeAccount();
  const { id } = await subscribe();
  const session = await checkOut();
  expect(await stripe.customers.del(customer.id)).toEqual(expect.objectContaining({ deleted: true }));
  expect((await read(id)).status).toBe('canceled');
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  await expect(checkOut()).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.customers.update(customer.id, {})).rejects.toMatchObject({ statusCode: 404 });
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
});
