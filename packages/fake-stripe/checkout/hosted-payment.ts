import { addCard } from '../customers/cards.ts';
import { refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import { collect, subscriptionOf } from '../invoices/invoice-collection.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import { ofOpenCheckout } from '../subscriptions/subscription-update.ts';
import type { CardChoice, PageOutcome } from './checkout-payment.ts';

/** The customer pays an open invoice on its page. A new card that paid becomes the subscription's card. */
export function payOnPage(state: FakeState, invoice: FakeInvoice, choice: Partial<CardChoice>): PageOutcome {
  const subscription = subscriptionOf(state, invoice);
  if (invoice.status !== 'open') throw refused(`This invoice is ${invoice.status}: it cannot be paid.`);
  if (subscription && ofOpenCheckout(state, subscription)) throw refused('This invoice is paid in Checkout.');
  const confirmed = choice.confirmed ?? false;
  const card = choice.card && addCard(state, invoice.customer, choice.card).id;
  const outcome = collect(state, invoice, { ...(card ? { card } : {}), confirmed });
  if (outcome === 'asks') return { kind: 'asks' };
  if (outcome !== 'paid') return { kind: 'declined' };
  if (card && subscription) subscription.default_payment_method = card;
  return { kind: 'done', url: null };
}
