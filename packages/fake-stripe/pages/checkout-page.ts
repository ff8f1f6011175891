import * as v from 'valibot';
import { readObject } from '../checked-call.ts';
import type { PageOutcome } from '../checkout/checkout-payment.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { HttpAnswer } from '../http/stripe-api.ts';
import { cardButtons, confirmation, readSubmitted, type Submitted } from './card-choice.ts';
import { html, problem } from './html.ts';
import { formatMoney } from './money.ts';
import { pageAnswer, redirect } from './page-answer.ts';

const checkoutSession = v.object({
  status: v.picklist(['open', 'complete', 'expired']),
  amount_total: v.number(),
  currency: v.string(),
  cancel_url: v.nullable(v.string()),
  payment_method_collection: v.string(),
});

/** Shows a Checkout session, as the customer comes to it. */
export function showCheckout(fake: FakeStripe, id: string, message?: string): HttpAnswer {
  const session = readObject(fake, checkoutSession, `/v1/checkout/sessions/${id}`);
  if (session.status !== 'open') {
    const text = session.status === 'complete' ? 'You have paid here already.' : 'This page has expired. Start again.';
    return pageAnswer('Checkout', html`<p>${text}</p>`, session.status === 'complete' ? 200 : 410);
  }
  const { cancel_url: cancelUrl } = session;
  return pageAnswer(
    'Checkout',
    html`${problem(message)}
<p>To pay today: <strong>${formatMoney(session.amount_total, session.currency)}</strong></p>
${cardButtons()}
${session.payment_method_collection === 'if_required' ? withoutCard : html``}
${cancelUrl === null ? html`` : html`<p><a href="${cancelUrl}">Cancel and go back</a></p>`}`,
  );
}

const withoutCard = html`<form method="post"><button name="card" value="none">Continue without a card</button></form>`;

/** The customer sends the Checkout page. */
export function submitCheckout(fake: FakeStripe, id: string, body: string): HttpAnswer {
  const submitted = readSubmitted(body);
  if (submitted.confirmed === 'false') return showCheckout(fake, id, 'You did not confirm the payment.');
  const outcome = pay(fake, id, submitted);
  if (outcome.kind === 'asks') return pageAnswer('Confirm your payment', confirmation('asks'));
  if (outcome.kind === 'declined') return showCheckout(fake, id, 'Your card was declined. Choose another one.');
  return redirect(outcome.url ?? '/');
}

function pay(fake: FakeStripe, id: string, { card, confirmed }: Submitted): PageOutcome {
  if (card === 'none') return fake.payCheckout(id, 'no_card');
  return fake.payCheckout(id, { card: card === 'saved' ? 'pays' : card, confirmed: confirmed === 'true' });
}
