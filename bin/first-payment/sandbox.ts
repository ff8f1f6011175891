import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { CommandError } from '../command-errors.ts';

/** Stripe's test cards, by what their payments do. */
const cards = {
  pays: 'pm_card_visa',
  is_declined: 'pm_card_chargeCustomerFail',
  // 3-D Secure.
  asks: 'pm_card_authenticationRequired',
} as const;

type Card = keyof typeof cards;

/** Without its object, which is written where it is read. */
export type SandboxEvent = { readonly type: string; readonly at: string };

/** Stripe with a clock and cards of its own. */
export type Sandbox = {
  readonly stripe: Stripe;
  createCustomer(card: Card): Promise<string>;
  changeCard(customer: string, card: Card): Promise<void>;
  advance(seconds: number): Promise<void>;
  /** In the order in which they came. */
  events(): Promise<readonly SandboxEvent[]>;
  /** Removes its customers and their subscriptions. */
  remove(): Promise<void>;
};

const pollMs = 2_000;
const mostPolls = 300;

/** A test clock in a sandbox of Stripe, from a time in seconds on. */
export async function openSandbox(stripe: Stripe, start: number): Promise<Sandbox> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'first-payment' });
  let now = start;

  async function changeCard(customer: string, card: Card): Promise<void> {
    const { id } = await stripe.paymentMethods.attach(cards[card], { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  }

  return {
    stripe,
    changeCard,
    createCustomer: async (card) => {
      const { id } = await stripe.customers.create({ test_clock: clock.id, email: 'first-payment@example.com' });
      await changeCard(id, card);
      return id;
    },
    advance: async (seconds) => {
      now += seconds;
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now });
      await ready(stripe, clock.id);
    },
    events: () => readEvents(stripe, start),
    remove: async () => void (await stripe.testHelpers.testClocks.del(clock.id)),
  };
}

/** The events from a time in seconds on. Stripe has the newest on its first page. */
export async function readEvents(stripe: Stripe, start: number): Promise<SandboxEvent[]> {
  const events: SandboxEvent[] = [];
  for await (const { type, created } of stripe.events.list({ limit: 100, created: { gte: start } }))
    events.push({ type, at: new Date(created * 1_000).toISOString() });
  return events.toReversed();
}

/** @throws {CommandError} if Stripe's clock does not come to its time */
async function ready(stripe: Stripe, clock: string): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status === 'internal_failure') break;
    await wait(pollMs);
  }
  throw new CommandError("Stripe's test clock did not come to its time. Run the command again.");
}
