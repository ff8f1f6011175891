import { describe, expect, test } from '@jest/globals';
import { FakeStripe } from '../fake-stripe.ts';
import { day, fakeAccount, hour } from './fake-account.ts';

test('a renewal is a draft for an hour, then it is paid', async () => {
  const { fake, subscribe, latestInvoice, read } = await fakeAccount();
  const { id } = await subscribe();
  fake.advance(30 * day);
  expect(await latestInvoice(id)).toMatchObject({
    status: 'draft',
    billing_reason: 'subscription_cycle',
    number: null,
    status_transitions: { finalized_at: null },
  });
  expect((await read(id)).items.data[0]).toMatchObject({ current_period_end: Date.UTC(2026, 5, 1) / 1000 });
  fake.advance(hour);
  expect(await latestInvoice(id)).toMatchObject({
    status: 'paid',
    amount_paid: 3000,
    status_transitions: { finalized_at: Date.UTC(2026, 4, 1, 1) / 1000 },
  });
});

test('a long jump of the clock does all that was due, each at its time', async () => {
  const { fake, stripe, subscribe, customer } = await fakeAccount();
  await subscribe();
  fake.advance(365 * day);
  const { data } = await stripe.charges.list({ customer: customer.id, limit: 100 });
  expect(data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 13)).slice(0, 2)).toEqual([
    '2027-03-01T01',
    '2027-02-01T01',
  ]);
  expect(data).toHaveLength(12);
});

test('a subscription of the 31st renews on the last day of shorter months', async () => {
  const { fake, subscribe, read } = await fakeAccount({ clock: () => Date.UTC(2026, 0, 31) });
  const { id } = await subscribe();
  const ends = [];
  for (let month = 0; month < 4; month += 1) {
    const end = (await read(id)).items.data[0]?.current_period_end ?? 0;
    ends.push(new Date(end * 1000).toISOString().slice(5, 10));
    fake.advance(end * 1000 - fake.now());
  }
  expect(ends).toEqual(['02-28', '03-31', '04-30', '05-31']);
});

describe('a renewal that is not paid', () => {
  const overdue = async (retries: 'cancel' | 'unpaid' | 'past_due') => {
    const account = await fakeAccount({ retries, lastRetryAfterDays: 8 });
    const { fake, subscribe, customer } = account;
    const { id } = await subscribe();
    fake.changeCards(customer.id, 'is_declined');
    fake.advance(30 * day + hour);
    return { ...account, id };
  };

  test('makes the subscription past due; a retry with a card that pays makes it active', async () => {
    const { fake, id, read, customer, latestInvoice } = await overdue('unpaid');
    expect((await read(id)).status).toBe('past_due');
    expect(await latestInvoice(id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: Date.UTC(2026, 4, 3, 1) / 1000,
    });
    fake.changeCards(customer.id, 'pays');
    fake.advance(2 * day);
    expect([(await read(id)).status, (await latestInvoice(id)).status]).toEqual(['active', 'paid']);
  });

  test.each([
    ['cancel', 'canceled'],
    ['unpaid', 'unpaid'],
    ['past_due', 'past_due'],
  ] as const)('and the last retry fails: %s', async (retries, status) => {
    const { fake, id, read, latestInvoice } = await overdue(retries);
    fake.advance(8 * day - 1000);
    expect((await read(id)).status).toBe('past_due');
    fake.advance(1000);
    expect((await read(id)).status).toBe(status);
    expect(await latestInvoice(id)).toMatchObject({ status: 'open', next_payment_attempt: null, attempt_count: 5 });
  });

  test('an unpaid subscription gets drafts; only paying the newest invoice makes it active', async () => {
    const { fake, stripe, id, read, latestInvoice, customer } = await overdue('unpaid');
    const open = await latestInvoice(id);
    fake.advance(40 * day);
    const draft = await latestInvoice(id);
    expect([draft.status, draft.auto_advance]).toEqual(['draft', false]);
    fake.changeCards(customer.id, 'pays');
    expect(fake.payInvoice(open.id).kind).toBe('done');
    expect((await read(id)).status).toBe('unpaid');
    await stripe.invoices.pay(draft.id);
    expect((await read(id)).status).toBe('active');
  });

  test('voiding it makes the subscription active again: the newest invoice that is not void decides', async () => {
    const { stripe, id, read, latestInvoice } = await overdue('past_due');
    await stripe.invoices.voidInvoice((await latestInvoice(id)).id);
    expect((await read(id)).status).toBe('active');
  });

  test('with an older one open, voiding the newest leaves the subscription past due', async () => {
    const { fake, stripe, id, read, latestInvoice } = await overdue('past_due');
    fake.advance(32 * day);
    await stripe.invoices.voidInvoice((await latestInvoice(id)).id);
    expect((await read(id)).status).toBe('past_due');
  });
});

test('the same requests give the same objects', () => {
  const run = () => {
    const fake = new FakeStripe({ clock: () => 0, label: 'x' });
    return fake.call({ method: 'POST', path: '/v1/customers', params: {} });
  };
  expect(run()).toEqual(run());
});
