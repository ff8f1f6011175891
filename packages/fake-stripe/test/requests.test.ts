import { describe, expect, test } from '@jest/globals';
import { FakeStripe } from '../fake-stripe.ts';
import { day, fakeAccount } from './fake-account.ts';

const post = (path: string, params: Record<string, unknown>, idempotencyKey?: string) => ({
  method: 'POST',
  path,
  params,
  idempotencyKey,
});

describe('idempotency keys', () => {
  const fakeAt = () => new FakeStripe({ clock: () => Date.UTC(2026, 3, 1) });
  const product = { id: 'p', name: 'P' };

  test('repeat the answer, errors included, for 24 hours', () => {
    const fake = fakeAt();
    const first = fake.call(post('/v1/products', product, 'a'));
    expect(fake.call(post('/v1/products', product, 'a'))).toEqual(first);
    const taken = fake.call(post('/v1/products', product, 'b'));
    expect(taken).toMatchObject({ status: 400, body: { error: { code: 'resource_already_exists' } } });
    fake.advance(day - 1000);
    expect(fake.call(post('/v1/products', product, 'a'))).toEqual(first);
    fake.advance(1000);
    expect(fake.call(post('/v1/products', product, 'a'))).toEqual(taken);
  });

  test('refuse another request under the same key', () => {
    const fake = fakeAt();
    fake.call(post('/v1/products', product, 'a'));
    for (const other of [post('/v1/products', { ...product, name: 'Q' }, 'a'), post('/v1/customers', product, 'a')]) {
      expect(fake.call(other)).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
    }
  });

  test('do not keep requests that were refused before they ran, and have no effect on GET', () => {
    const fake = fakeAt();
    expect(fake.call(post('/v1/products', { id: 'p' }, 'a'))).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_missing', param: 'name' } },
    });
    expect(fake.call(post('/v1/products', product, 'a')).status).toBe(200);
    const get = { method: 'GET', path: '/v1/products/p', idempotencyKey: 'a' };
    expect(fake.call(get)).toMatchObject({ status: 200, body: { name: 'P' } });
  });

  test('keep answers apart from later changes of the object', () => {
    const fake = fakeAt();
    const first = fake.call(post('/v1/products', product, 'a'));
    fake.call(post('/v1/products/p', { name: 'New name' }));
    expect(first).toMatchObject({ body: { name: 'P' } });
    expect(fake.call(post('/v1/products', product, 'a'))).toEqual(first);
  });
});

describe('lists', () => {
  test('are newest first and go on after the last object of a page', async () => {
    const { stripe } = await fakeAccount();
    for (let count = 0; count < 5; count += 1) await stripe.customers.create({ email: `${count}@example.com` });
    const page = await stripe.customers.list({ limit: 2 });
    expect([page.data.map(({ email }) => email), page.has_more]).toEqual([['4@example.com', '3@example.com'], true]);
    const after = await stripe.customers.list({ limit: 4, starting_after: page.data[1]?.id ?? '' });
    expect([after.data.length, after.has_more, after.data[0]?.email]).toEqual([4, false, '2@example.com']);
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(6);
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    await expect(stripe.customers.list({ starting_after: 'cus_x' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('filter by the time of creation', async () => {
    const { fake, stripe, customer } = await fakeAccount();
    fake.advance(day);
    const later = await stripe.customers.create({});
    expect((await stripe.customers.list({ created: { gte: later.created } })).data.map(({ id }) => id)).toEqual([
      later.id,
    ]);
    expect((await stripe.customers.list({ created: { lt: later.created } })).data[0]?.id).toBe(customer.id);
  });
});

test('expansion replaces an id by its object, and refuses what names none', async () => {
  const { stripe, subscribe } = await fakeAccount();
  const { id } = await subscribe();
  const read = (...expand: string[]) => stripe.subscriptions.retrieve(id, { expand });
  expect(await read('customer', 'latest_invoice')).toMatchObject({
    customer: { email: 'ada@example.com' },
    latest_invoice: { status: 'paid' },
  });
  for (const property of ['status', 'nothing', 'latest_invoice.payments', 'data.customer']) {
    await expect(read(property)).rejects.toMatchObject({ statusCode: 400 });
  }
});

test('prices move their lookup key only on request', async () => {
  const { stripe, small } = await fakeAccount();
  const price = { product: 'developer', currency: 'usd', unit_amount: 1, recurring: { interval: 'month' } } as const;
  await stripe.prices.update(small.id, { lookup_key: 'developer' });
  await expect(stripe.prices.create({ ...price, lookup_key: 'developer' })).rejects.toMatchObject({
    param: 'lookup_key',
  });
  const moved = await stripe.prices.create({ ...price, lookup_key: 'developer', transfer_lookup_key: true });
  expect((await stripe.prices.list({ lookup_keys: ['developer'] })).data).toMatchObject([{ id: moved.id }]);
  expect((await stripe.prices.retrieve(small.id)).lookup_key).toBeNull();
});
