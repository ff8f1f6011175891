import { expect, test } from '@jest/globals';
import { fakeAccount } from './fake-account.ts';

const paid = async () => {
  const account = await fakeAccount();
  await account.subscribe();
  const [charge] = (await account.stripe.charges.list({ customer: account.customer.id })).data;
  if (!charge) throw new Error('Nothing was paid.');
  return { ...account, charge };
};

test('refunds give back what is left of a charge, in parts or whole', async () => {
  const { stripe, charge, eventTypes } = await paid();
  eventTypes();
  await stripe.refunds.create({ charge: charge.id, amount: 1000 });
  await expect(stripe.refunds.create({ charge: charge.id, amount: 2001 })).rejects.toMatchObject({ param: 'amount' });
  const rest = await stripe.refunds.create({ payment_intent: String(charge.payment_intent), reason: 'duplicate' });
  expect(rest).toMatchObject({ amount: 2000, charge: charge.id, status: 'succeeded' });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({
    amount_refunded: 3000,
    refunded: true,
  });
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
  expect(eventTypes()).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']);
});

test('a disputed charge cannot be refunded', async () => {
  const { fake, stripe, charge, eventTypes } = await paid();
  eventTypes();
  const { id } = fake.openDispute(charge.id, 'product_not_received');
  expect((await stripe.charges.retrieve(charge.id)).disputed).toBe(true);
  expect((await stripe.disputes.list({ charge: charge.id })).data).toMatchObject([{ id, status: 'needs_response' }]);
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_disputed' });
  fake.closeDispute(id, 'lost');
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost', reason: 'product_not_received' });
  expect(eventTypes()).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
});

test('an early fraud warning names its charge', async () => {
  const { fake, charge, eventTypes } = await paid();
  eventTypes();
  expect(fake.warnOfFraud(charge.id)).toMatchObject({ charge: charge.id, actionable: true });
  expect(eventTypes()).toEqual(['radar.early_fraud_warning.created']);
});
