import * as v from 'valibot';
import { readObject } from '../checked-call.ts';
import { refused } from '../errors.ts';
import type { CardBehavior } from '../fake-state.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { HttpAnswer } from '../http/stripe-api.ts';
import { cardButtons } from './card-choice.ts';
import { type Html, html } from './html.ts';
import { type InvoiceView, readInvoices } from './invoice-view.ts';
import { formatDate, formatMoney } from './money.ts';
import { pageAnswer, redirect } from './page-answer.ts';

const subscriptions = v.object({ data: v.array(v.object({ id: v.string(), status: v.string() })) });

/** Shows what the portal's configuration allows: the card, cancellation, invoices. */
export function showPortal(fake: FakeStripe, id: string): HttpAnswer {
  const { session, configuration } = fake.portal(id);
  const { payment_method_update: card, subscription_cancel: cancel, invoice_history: history } = configuration.features;
  const { customer, return_url: returnUrl } = session;
  const live = readObject(fake, subscriptions, '/v1/subscriptions', { customer }).data;
  return pageAnswer(
    'Billing portal',
    html`${card.enabled ? html`<h2>Payment method</h2>\n${cardButtons()}` : html``}
${cancel.enabled ? html`<h2>Subscriptions</h2>\n${live.map(subscriptionRow)}` : html``}
${history.enabled ? html`<h2>Invoices</h2>\n${invoiceTable(readInvoices(fake, customer))}` : html``}
${returnUrl === null ? html`` : html`<p><a href="${returnUrl}">Go back</a></p>`}`,
  );
}

const subscriptionRow = ({ id, status }: { id: string; status: string }): Html => html`<form method="post">
<p>${id}: ${status} <button name="cancel" value="${id}">Cancel now</button></p>
</form>`;

const invoiceTable = (invoices: readonly InvoiceView[]): Html => html`<table>
<thead><tr><th scope="col">Date</th><th scope="col">Invoice</th><th scope="col">Total</th><th scope="col">Status</th></tr></thead>
<tbody>
${invoices.map(invoiceRow)}
</tbody>
</table>`;

const invoiceRow = ({ id, number, created, total, currency, status }: InvoiceView): Html => html`<tr>
<td>${formatDate(created)}</td>
<td><a href="/invoice/${id}">${number ?? '(draft)'}</a></td>
<td>${formatMoney(total, currency)}</td>
<td>${status}</td>
</tr>
`;

const submitted = v.union([
  v.object({ card: v.picklist(['pays', 'is_declined', 'asks']) }),
  v.object({ cancel: v.string() }),
]);

/** The customer changes their card, or cancels a subscription. */
export function submitPortal(fake: FakeStripe, id: string, body: string): HttpAnswer {
  const chosen = v.parse(submitted, Object.fromEntries(new URLSearchParams(body)));
  if ('card' in chosen) changeCard(fake, id, chosen.card);
  else fake.cancelInPortal(id, chosen.cancel);
  return redirect(`/portal/${id}`);
}

function changeCard(fake: FakeStripe, id: string, card: CardBehavior): void {
  const { session, configuration } = fake.portal(id);
  if (!configuration.features.payment_method_update.enabled) throw refused('The portal does not allow other cards.');
  fake.changeCards(session.customer, card);
}
