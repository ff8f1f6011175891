import { addCard } from '../customers/cards.ts';
import { customerNamed } from '../customers/customers.ts';
import { refused } from '../errors.ts';
import type { CardBehavior, CheckoutPlan, FakeState } from '../fake-state.ts';
import { collect } from '../invoices/invoice-collection.ts';
import type { FakeCheckoutSession } from '../objects/checkout-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { createSubscription } from '../subscriptions/subscription-creation.ts';
import { expireIncomplete } from '../subscriptions/subscription-status.ts';

/** What the customer's browser does next. */
export type PageOutcome = { kind: 'done'; url: string | null } | { kind: 'declined' } | { kind: 'asks' };

export type CardChoice = {
  card: CardBehavior;
  /** The cardholder has confirmed this payment (3-D Secure). */
  confirmed?: boolean;
};

/** The customer submits the Checkout page. A first attempt that fails leaves an incomplete subscription behind. */
export function payCheckout(state: FakeState, session: FakeCheckoutSession, choice: CardChoice): PageOutcome {
  const plan = state.checkoutPlans.get(session.id);
  if (session.status !== 'open' || !plan) throw refused(`This Checkout session is ${session.status}.`);
  customerNamed(state, session.customer);
  const card = addCard(state, session.customer, choice.card).id;
  const confirmed = choice.confirmed ?? false;
  if (plan.trialEnd !== null) {
    if (choice.card === 'is_declined') return { kind: 'declined' };
    if (choice.card === 'asks' && !confirmed) return { kind: 'asks' };
  }
  const subscription = attemptOf(state, session, plan);
  subscription.default_payment_method = card;
  const invoice = state.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') {
    const outcome = collect(state, invoice, { card, confirmed });
    if (outcome !== 'paid') return { kind: outcome === 'asks' ? 'asks' : 'declined' };
  }
  complete(state, session, subscription);
  return { kind: 'done', url: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id) };
}

/** The customer skips the card, which a session with a trial and `if_required` allows. */
export function completeWithoutCard(state: FakeState, session: FakeCheckoutSession): PageOutcome {
  const plan = state.checkoutPlans.get(session.id);
  if (session.status !== 'open' || !plan) throw refused(`This Checkout session is ${session.status}.`);
  if (plan.trialEnd === null || session.payment_method_collection !== 'if_required') {
    throw refused('This Checkout session needs a card.');
  }
  complete(state, session, attemptOf(state, session, plan));
  return { kind: 'done', url: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id) };
}

function attemptOf(state: FakeState, session: FakeCheckoutSession, plan: CheckoutPlan): FakeSubscription {
  const earlier = state.subscriptions.get(plan.attempt ?? '');
  if (earlier?.status === 'incomplete') return earlier;
  const { trialEnd } = plan;
  const length = trialEnd === null ? null : trialEnd - session.created;
  const subscription = createSubscription(state, {
    ...plan,
    customer: session.customer,
    trialEnd: length === null ? null : state.now + length,
    card: null,
  });
  plan.attempt = subscription.id;
  return subscription;
}

function complete(state: FakeState, session: FakeCheckoutSession, subscription: FakeSubscription): void {
  session.status = 'complete';
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid';
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.url = null;
  state.emit('checkout.session.completed', session);
}

/** An open session ends; an attempt that failed in it ends too. */
export function expireSession(state: FakeState, session: FakeCheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  const attempt = state.subscriptions.get(state.checkoutPlans.get(session.id)?.attempt ?? '');
  if (attempt?.status === 'incomplete') expireIncomplete(state, attempt);
  state.emit('checkout.session.expired', session);
}
