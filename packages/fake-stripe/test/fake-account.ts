import type Stripe from 'stripe';
import type { CardBehavior, FakeStripeOptions } from '../fake-state.ts';
import { FakeStripe } from '../fake-stripe.ts';
import { fakeStripeClient } from '../http/client.ts';
import type { FakeEvent } from '../objects/fake-objects.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

/** A fake with two monthly prices and a customer, seen through the official SDK. Its time begins on 1 April 2026. */
export async function fakeAccount(options: Partial<FakeStripeOptions> = {}) {
  const fake = new FakeStripe({ clock: () => Date.UTC(2026, 3, 1), ...options });
  const stripe = fakeStripeClient(fake);
  const events: FakeEvent[] = [];
  fake.onEvent((event) => events.push(event));
  await stripe.products.create({ id: 'developer', name: 'Developer' });
  const price = (unit_amount: number) =>
    stripe.prices.create({ product: 'developer', currency: 'usd', unit_amount, recurring: { interval: 'month' } });
  const [small, large] = [await price(3000), await price(9000)];
  const customer = await stripe.customers.create({ email: 'ada@example.com' });

  const checkOut = (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: small.id, quantity: 1 }],
      success_url: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
      ...params,
    });
  const read = (id: string) => stripe.subscriptions.retrieve(id);
  return {
    fake,
    stripe,
    events,
    small,
    large,
    customer,
    checkOut,
    read,
    /** The types of the events since the last call. */
    eventTypes: () => events.splice(0).map(({ type }) => type),
    balance: async () => {
      const found = await stripe.customers.retrieve(customer.id);
      return found.deleted ? 0 : found.balance;
    },
    /** A subscription to the small price, paid with a card. */
    async subscribe(card: CardBehavior = 'pays', params: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
      const { id } = await checkOut(params);
      fake.payCheckout(id, { card, confirmed: true });
      const { subscription } = await stripe.checkout.sessions.retrieve(id);
      return read(String(subscription));
    },
    changePrice: (subscription: Stripe.Subscription, price: string, params: Stripe.SubscriptionUpdateParams = {}) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.items.data[0]?.id ?? '', price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...params,
      }),
    latestInvoice: async (subscription: string) =>
      stripe.invoices.retrieve(String((await read(subscription)).latest_invoice)),
  };
}

export const priceOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.price.id;
