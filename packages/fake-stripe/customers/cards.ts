import { refused } from '../errors.ts';
import type { CardBehavior, FakeState } from '../fake-state.ts';
import type { FakePaymentMethod } from '../objects/customer-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';

/** Last digits, by which the pages show the kind of card. */
const last4 = { pays: '4242', is_declined: '0002', asks: '3184' };

export function addCard(state: FakeState, customer: string, behavior: CardBehavior): FakePaymentMethod {
  const method: FakePaymentMethod = {
    id: state.id('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null },
    card: { brand: 'visa', exp_month: 12, exp_year: 2099, last4: last4[behavior] },
    created: state.now,
    customer,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  state.paymentMethods.set(method.id, method);
  state.cards.set(method.id, behavior);
  return method;
}

/** From now on, payments with the customer's cards behave like this. A customer without a card gets one. */
export function changeCards(state: FakeState, customerId: string, behavior: CardBehavior): void {
  const customer = state.customers.get(customerId);
  if (!customer || customer.deleted) throw refused(`There is no customer '${customerId}'.`, 'resource_missing');
  const methods = [...state.paymentMethods.values()].filter((method) => method.customer === customerId);
  for (const { id } of methods) state.cards.set(id, behavior);
  if (methods.length > 0) return;
  customer.invoice_settings.default_payment_method = addCard(state, customerId, behavior).id;
  state.emit('customer.updated', customer);
}

/** The card that pays a subscription's invoices: its own, else the customer's default. */
export function cardOf(state: FakeState, subscription: FakeSubscription): string | null {
  const customer = state.customers.get(subscription.customer);
  if (!customer || customer.deleted) return null;
  return subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
}
