import type Stripe from 'stripe';
import { CommandError } from '../command-errors.ts';
import type { Sandbox } from './sandbox.ts';

/** Keeps an answer of Stripe, under a name. */
export type KeepAnswer = (name: string, answer: unknown) => void;

const day = 86_400;

/** A first payment, a renewal, an upgrade that asks for 3-D Secure, and a declined card. @throws at the first surprise */
export async function payAndRenew(sandbox: Sandbox, keep: KeepAnswer): Promise<void> {
  const { stripe } = sandbox;
  const prices = { small: await createPrice(stripe, 500), large: await createPrice(stripe, 2_000) };
  const customer = await sandbox.createCustomer('pays');
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: prices.small }] });
  const state = async (name: string) => {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    keep(name, subscription);
    return subscription;
  };
  await expectState(state('first payment'), 'first payment', {
    status: 'active',
    price: prices.small,
    invoice: 'paid',
  });

  // A renewal's invoice is a draft for about an hour.
  await sandbox.advance(31 * day + 7_200);
  await expectState(state('renewal'), 'renewal', { status: 'active', price: prices.small, invoice: 'paid' });

  await sandbox.changeCard(customer, 'asks');
  const [item] = (await state('before the upgrade')).items.data;
  const upgraded = await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price: prices.large }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  keep('the answer to the upgrade', upgraded);
  await expectState(state('upgrade'), 'upgrade', { status: 'active', price: prices.small, invoice: 'open' });
  // Nobody confirms the payment: the update ends after 23 hours.
  await sandbox.advance(day);
  await expectState(state('a day later'), 'a day later', { status: 'active', price: prices.small, invoice: 'void' });

  await sandbox.changeCard(customer, 'is_declined');
  await sandbox.advance(31 * day);
  await expectState(state('declined'), 'declined', { status: 'past_due', price: prices.small, invoice: 'open' });
  keep('the order of events', await sandbox.events());
}

/** What a restricted key may read, and the name of the permission if it may not. */
export async function readWith(stripe: Stripe, keep: KeepAnswer): Promise<void> {
  const reads = {
    customers: () => stripe.customers.list({ limit: 1 }),
    products: () => stripe.products.list({ limit: 1 }),
    prices: () => stripe.prices.list({ limit: 1 }),
    'checkout sessions': () => stripe.checkout.sessions.list({ limit: 1 }),
    subscriptions: () => stripe.subscriptions.list({ limit: 1 }),
    invoices: () => stripe.invoices.list({ limit: 1 }),
    'portal configurations': () => stripe.billingPortal.configurations.list({ limit: 1 }),
    charges: () => stripe.charges.list({ limit: 1 }),
    refunds: () => stripe.refunds.list({ limit: 1 }),
    disputes: () => stripe.disputes.list({ limit: 1 }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const problem = await read().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    keep(`the restricted key reads ${name}`, problem ?? 'allowed');
    if (problem !== undefined) throw new CommandError(`The restricted key cannot read ${name}: ${problem}`);
  }
}

async function createPrice(stripe: Stripe, amount: number): Promise<string> {
  const product = await stripe.products.create({ name: 'first-payment' });
  const recurring = { interval: 'month' } as const;
  return (await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: amount, recurring })).id;
}

type State = { readonly status: string; readonly price: string; readonly invoice: string };

/** @throws {CommandError} */
async function expectState(found: Promise<Stripe.Subscription>, name: string, expected: State): Promise<void> {
  const { status, items, latest_invoice: invoice } = await found;
  const [item] = items.data;
  const is = {
    status,
    price: item?.price.id ?? '',
    invoice: String(typeof invoice === 'object' ? invoice?.status : invoice),
  };
  const wrong = (['status', 'price', 'invoice'] as const).filter((member) => is[member] !== expected[member]);
  if (wrong.length === 0) return;
  const members = wrong.map((member) => `${member} is ${is[member]}, not ${expected[member]}`);
  throw new CommandError(`${name}: ${members.join('; ')}. The file has the whole answer.`);
}
