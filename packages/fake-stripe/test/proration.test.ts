import { describe, expect, test } from '@jest/globals';
import { day, fakeAccount, hour, priceOf } from './fake-account.ts';

const amounts = (invoice: { lines: { data: { amount: number }[] } }) => invoice.lines.data.map(({ amount }) => amount);

describe('proration', () => {
  test('an upgrade credits unused time and charges the rest of the period, to the second', async () => {
    const { fake, subscribe, changePrice, latestInvoice, large } = await fakeAccount();
    const subscription = await subscribe();
    // 10 of 30 days and one second are over: 1,727,999 of 2,592,000 seconds are left.
    fake.advance(10 * day + 1000);
    const changed = await changePrice(subscription, large.id);
    expect(priceOf(changed)).toBe(large.id);
    const invoice = await latestInvoice(subscription.id);
    expect(amounts(invoice)).toEqual([-2000, 6000]);
    expect(invoice).toMatchObject({ billing_reason: 'subscription_update', amount_due: 4000, status: 'paid' });
    expect(invoice.lines.data[0]?.period.start).toBe(Date.UTC(2026, 3, 11, 0, 0, 1) / 1000);
  });

  test('amounts are rounded to the nearest cent, each line by itself', async () => {
    const { fake, stripe, subscribe, changePrice, latestInvoice } = await fakeAccount();
    const subscription = await subscribe();
    const price = { product: 'developer', currency: 'usd', recurring: { interval: 'month' } } as const;
    const odd = await stripe.prices.create({ ...price, unit_amount: 9999 });
    fake.advance(7 * day + 5 * hour);
    await changePrice(subscription, odd.id);
    // 547 of 720 hours: 3000 × 547 / 720 = 2279.17, and 9999 × 547 / 720 = 7596.46
    expect(amounts(await latestInvoice(subscription.id))).toEqual([-2279, 7596]);
  });

  test('a second change credits what the first one charged', async () => {
    const { fake, subscribe, changePrice, latestInvoice, small, large, balance } = await fakeAccount();
    const subscription = await subscribe();
    fake.advance(15 * day);
    await changePrice(subscription, large.id);
    fake.advance(5 * day);
    const changed = await changePrice(subscription, small.id);
    const invoice = await latestInvoice(subscription.id);
    expect(amounts(invoice)).toEqual([-3000, 1000]);
    expect(invoice).toMatchObject({ total: -2000, amount_due: 0, status: 'paid', ending_balance: -2000 });
    expect([priceOf(changed), await balance()]).toEqual([small.id, -2000]);
  });

  test('credit pays the next invoices', async () => {
    const { fake, subscribe, changePrice, latestInvoice, small, large, balance } = await fakeAccount();
    const subscription = await subscribe();
    await changePrice(subscription, large.id);
    await changePrice(subscription, small.id);
    expect(await balance()).toBe(-6000);
    fake.advance(30 * day + 2 * hour);
    expect(await latestInvoice(subscription.id)).toMatchObject({ amount_due: 0, status: 'paid', total: 3000 });
    expect(await balance()).toBe(-3000);
    fake.advance(31 * day);
    fake.advance(31 * day);
    expect(await latestInvoice(subscription.id)).toMatchObject({ amount_due: 3000, amount_paid: 3000 });
    expect(await balance()).toBe(0);
  });

  test('an amount below the smallest charge waits on the balance', async () => {
    const { fake, subscribe, changePrice, latestInvoice, large, balance } = await fakeAccount();
    const subscription = await subscribe();
    fake.advance(30 * day - hour);
    await changePrice(subscription, large.id);
    expect(await latestInvoice(subscription.id)).toMatchObject({ total: 9, amount_due: 0, status: 'paid' });
    expect(await balance()).toBe(9);
    fake.advance(3 * hour);
    expect((await latestInvoice(subscription.id)).amount_paid).toBe(9009);
  });

  test('a second item and prices of other currencies are refused', async () => {
    const { stripe, subscribe, large } = await fakeAccount();
    const subscription = await subscribe();
    const { id, items } = subscription;
    await expect(stripe.subscriptions.update(id, { items: [{ price: large.id }] })).rejects.toMatchObject({
      statusCode: 400,
    });
    const euro = { product: 'developer', currency: 'eur', unit_amount: 1, recurring: { interval: 'month' } } as const;
    const { id: price } = await stripe.prices.create(euro);
    await expect(
      stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', price }] }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test('a preview shows the next invoice or that of a change, and changes nothing', async () => {
    const { fake, stripe, subscribe, large, events } = await fakeAccount();
    const { id, items } = await subscribe();
    fake.advance(15 * day);
    events.splice(0);
    const next = await stripe.invoices.createPreview({ subscription: id });
    expect(next).toMatchObject({ amount_due: 3000, period_end: Date.UTC(2026, 4, 1) / 1000 });
    const changedItems = [{ id: items.data[0]?.id ?? '', price: large.id }];
    const changed = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: changedItems, proration_behavior: 'always_invoice' },
    });
    expect([amounts(changed), changed.amount_due]).toEqual([[-1500, 4500], 3000]);
    const ended = await stripe.invoices.createPreview({ subscription: id, subscription_details: { cancel_now: true } });
    expect(amounts(ended)).toEqual([-1500]);
    expect(events).toEqual([]);
    await stripe.subscriptions.cancel(id);
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});
