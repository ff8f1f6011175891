import { describe, expect, test } from '@jest/globals';
import { day, fakeAccount, hour, priceOf } from './fake-account.ts';

describe('a pending update', () => {
  const declinedUpgrade = async () => {
    const account = await fakeAccount();
    const { fake, subscribe, changePrice, customer, large } = account;
    const subscription = await subscribe();
    fake.changeCards(customer.id, 'is_declined');
    fake.advance(day);
    return { ...account, before: subscription, pending: await changePrice(subscription, large.id) };
  };

  test('leaves price and status as they are until its invoice is paid', async () => {
    const { fake, pending, small, large, latestInvoice, read, eventTypes } = await declinedUpgrade();
    expect([priceOf(pending), pending.status]).toEqual([small.id, 'active']);
    expect(pending.pending_update).toMatchObject({
      expires_at: Date.UTC(2026, 3, 2, 23) / 1000,
      subscription_items: [{ price: { id: large.id } }],
    });
    const invoice = await latestInvoice(pending.id);
    expect(invoice).toMatchObject({ status: 'open', hosted_invoice_url: expect.stringContaining(invoice.id) });
    expect(fake.payInvoice(invoice.id)).toEqual({ kind: 'declined' });
    expect((await read(pending.id)).pending_update?.expires_at).toBe(pending.pending_update?.expires_at);
    eventTypes();
    expect(fake.payInvoice(invoice.id, { card: 'pays' })).toEqual({ kind: 'done', url: null });
    const applied = await read(pending.id);
    expect([priceOf(applied), applied.pending_update]).toEqual([large.id, null]);
    expect(eventTypes()).toContain('customer.subscription.pending_update_applied');
  });

  test('is discarded when its invoice is voided', async () => {
    const { stripe, pending, small, read } = await declinedUpgrade();
    const invoice = await stripe.invoices.voidInvoice(String(pending.latest_invoice));
    expect(invoice).toMatchObject({ status: 'void', amount_remaining: 0 });
    const after = await read(pending.id);
    expect([priceOf(after), after.pending_update, after.status]).toEqual([small.id, null, 'active']);
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('expires after 23 hours with its invoice', async () => {
    const { fake, pending, latestInvoice, read, eventTypes } = await declinedUpgrade();
    fake.advance(23 * hour - 1000);
    expect((await read(pending.id)).pending_update).not.toBeNull();
    eventTypes();
    fake.advance(1000);
    expect([(await read(pending.id)).pending_update, (await latestInvoice(pending.id)).status]).toEqual([null, 'void']);
    expect(eventTypes()).toContain('customer.subscription.pending_update_expired');
  });

  test('is replaced by a second one, whose invoice replaces the first', async () => {
    const { stripe, pending, changePrice, large, read } = await declinedUpgrade();
    const again = await changePrice(pending, large.id);
    expect(again.latest_invoice).not.toBe(pending.latest_invoice);
    expect((await stripe.invoices.retrieve(String(pending.latest_invoice))).status).toBe('void');
    expect((await read(pending.id)).pending_update).not.toBeNull();
  });

  test('ends with the period at the latest', async () => {
    const { fake, subscribe, changePrice, customer, large, read } = await fakeAccount();
    const subscription = await subscribe();
    fake.changeCards(customer.id, 'is_declined');
    fake.advance(29 * day + 14 * hour);
    const pending = await changePrice(subscription, large.id);
    expect(pending.pending_update?.expires_at).toBe(subscription.items.data[0]?.current_period_end);
    fake.advance(10 * hour);
    expect((await read(subscription.id)).pending_update).toBeNull();
  });

  test('takes the credit it used back when it is discarded', async () => {
    const { fake, stripe, subscribe, changePrice, customer, small, large, balance, read } = await fakeAccount();
    const subscription = await subscribe();
    await changePrice(subscription, large.id);
    fake.advance(29 * day);
    await changePrice(await read(subscription.id), small.id);
    expect(await balance()).toBe(-200);
    const huge = { product: 'developer', currency: 'usd', recurring: { interval: 'month' } } as const;
    const { id } = await stripe.prices.create({ ...huge, unit_amount: 90_000 });
    fake.changeCards(customer.id, 'is_declined');
    const pending = await changePrice(await read(subscription.id), id);
    expect([(await stripe.invoices.retrieve(String(pending.latest_invoice))).amount_due, await balance()]).toEqual([
      2700, 0,
    ]);
    await stripe.invoices.voidInvoice(String(pending.latest_invoice));
    expect(await balance()).toBe(-200);
  });

  test('allows only some parameters', async () => {
    const { subscribe, changePrice, large } = await fakeAccount();
    const subscription = await subscribe();
    await expect(changePrice(subscription, large.id, { description: 'x' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'description',
    });
  });

  test('is not made without pending_if_incomplete: the change takes effect and the payment is overdue', async () => {
    const { fake, subscribe, changePrice, customer, large } = await fakeAccount();
    const subscription = await subscribe();
    fake.changeCards(customer.id, 'asks');
    const change = { payment_behavior: 'error_if_incomplete' } as const;
    await expect(changePrice(subscription, large.id, change)).rejects.toMatchObject({ statusCode: 402 });
    const changed = await changePrice(subscription, large.id, { payment_behavior: 'allow_incomplete' });
    expect([priceOf(changed), changed.status, changed.pending_update]).toEqual([large.id, 'past_due', null]);
  });
});
