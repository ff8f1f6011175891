import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { FakeStripeError } from '../errors.ts';
import { day, fakeAccount, hour } from './fake-account.ts';

const histories = Number(process.env.FAKE_STRIPE_RUNS ?? 40);
const steps = 30;

/** Numbers from 0 to 1 that depend on the seed only (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function randomAccount(seed: number) {
  const account = await fakeAccount();
  const { fake, stripe, customer, small, large, checkOut, changePrice } = account;
  const random = numbers(seed);
  const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const card = () => oneOf(['pays', 'pays', 'is_declined', 'asks'] as const) ?? 'pays';
  const rarely = (action: () => unknown) => () => (random() < 0.2 ? action() : undefined);
  const subscription = async () => oneOf((await stripe.subscriptions.list({ limit: 100 })).data);
  const invoice = async () => {
    const status = oneOf(['draft', 'open', 'open', 'open', 'paid', 'void'] as const) ?? 'open';
    return oneOf((await stripe.invoices.list({ status, limit: 100 })).data)?.id ?? 'in_none';
  };
  const session = async () => oneOf((await stripe.checkout.sessions.list({ limit: 2 })).data)?.id ?? 'cs_none';
  const huge = { product: 'developer', currency: 'usd', recurring: { interval: 'month' } } as const;
  const prices = [small.id, large.id, (await stripe.prices.create({ ...huge, unit_amount: 90_000 })).id];
  await account.subscribe();
  const changePlan = async () => {
    const found = await subscription();
    const payment_behavior = oneOf(['pending_if_incomplete', 'pending_if_incomplete', 'allow_incomplete'] as const);
    const price = oneOf(prices) ?? small.id;
    if (found && payment_behavior) await changePrice(found, price, { payment_behavior });
  };
  const actions: (() => unknown)[] = [
    () => checkOut(random() < 0.3 ? { subscription_data: { trial_period_days: 7 } } : {}),
    async () => fake.payCheckout(await session(), { card: card(), confirmed: random() < 0.5 }),
    async () => stripe.checkout.sessions.expire(await session()),
    changePlan,
    changePlan,
    changePlan,
    rarely(async () => {
      const [prorate, invoice_now] = [random() < 0.5, random() < 0.5];
      await stripe.subscriptions.cancel((await subscription())?.id ?? 'sub_none', { prorate, invoice_now });
    }),
    async () => stripe.invoices.voidInvoice(await invoice()),
    async () => stripe.invoices.pay(await invoice()),
    async () => stripe.invoices.finalizeInvoice(await invoice(), { auto_advance: false }),
    async () => fake.payInvoice(await invoice(), { card: card(), confirmed: random() < 0.5 }),
    () => fake.changeCards(customer.id, card()),
    () => fake.changeCards(customer.id, 'is_declined'),
    () => fake.advance(random() * 3 * hour),
    () => fake.advance(random() * 3 * day),
    rarely(() => fake.advance(random() * 40 * day)),
  ];
  for (let step = 0; step < steps; step += 1) await allowRefusal(() => oneOf(actions)?.());
  return account;
}

/** Refusals are part of a history; other errors are mistakes of the fake. */
async function allowRefusal(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError || error instanceof FakeStripeError)) throw error;
    if (error instanceof Stripe.errors.StripeAPIError) throw error;
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test('money is neither made nor lost in random histories', async () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const { stripe, balance, eventTypes } = await randomAccount(seed);
    const invoices = await stripe.invoices.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const valid = invoices.filter(({ status }) => status === 'open' || status === 'paid');
    const used = sum(valid.map(({ starting_balance, ending_balance }) => (ending_balance ?? 0) - starting_balance));
    const paid = sum(charges.filter((charge) => charge.paid).map(({ amount }) => amount));
    expect([seed, await balance(), sum(invoices.map(({ amount_paid }) => amount_paid))]).toEqual([seed, used, paid]);
    for (const { id, total, amount_due, starting_balance, ending_balance } of valid) {
      expect([seed, id, total + starting_balance]).toEqual([seed, id, amount_due + (ending_balance ?? 0)]);
    }
    expect(eventTypes().length).toBeGreaterThan(0);
  }
});
