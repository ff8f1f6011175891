import * as v from 'valibot';
import { refused } from '../errors.ts';
import type { FakePortalSession } from '../fake-objects.ts';
import type { FakeRequest, FakeStripe } from '../fake-stripe.ts';
import type { HttpAnswer } from '../http/stripe-api.ts';
import { cardButtons } from './card-choice.ts';
import { type Html, html, problem } from './html.ts';
import { type InvoiceView, readInvoices } from './invoice-view.ts';
import { formatDate, formatMoney } from './money.ts';
import { pageAnswer, redirect } from './page-answer.ts';
import { checkedCall, readObject } from '../checked-call.ts';

const portalFeatures = v.object({
  features: v.object({
    invoice_history: v.object({ enabled: v.boolean() }),
    payment_method_update: v.object({ enabled: v.boolean() }),
    subscription_cancel: v.object({ enabled: v.boolean(), mode: v.string(), proration_behavior: v.string() }),
  }),
});

const subscriptions = v.object({ data: v.array(v.object({ id: v.string(), status: v.string() })) });

const readFeatures = (fake: FakeStripe, { configuration }: FakePortalSession) =>
  readObject(fake, portalFeatures, `/v1/billing_portal/configurations/${configuration}`).features;

/** Shows what the portal's configuration allows: the card, invoices, cancellation. */
export function showPortal(fake: FakeStripe, session: FakePortalSession, message?: string): HttpAnswer {
  const features = readFeatures(fake, session);
  const { customer, return_url: returnUrl } = session;
  const live = readObject(fake, subscriptions, '/v1/subscriptions', { customer }).data;
  return pageAnswer(
    'Billing portal',
    html`${problem(message)}
${features.payment_method_update.enabled ? html`<h2>Payment method</h2>\n${cardButtons()}` : html``}
${features.subscription_cancel.enabled ? html`<h2>Subscriptions</h2>\n${live.map(subscriptionRow)}` : html``}
${features.invoice_history.enabled ? html`<h2>Invoices</h2>\n${invoiceTable(readInvoices(fake, customer))}` : html``}
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

/** The customer changes his card, or cancels a subscription. */
export function submitPortal(fake: FakeStripe, session: FakePortalSession, body: string): HttpAnswer {
  const chosen = v.parse(submitted, Object.fromEntries(new URLSearchParams(body)));
  if ('card' in chosen) fake.changeCards(session.customer, chosen.card);
  else cancelSubscription(fake, session, chosen.cancel);
  return redirect(`/portal/${session.id}`);
}

function cancelSubscription(fake: FakeStripe, session: FakePortalSession, id: string): void {
  const { enabled, mode, proration_behavior: proration } = readFeatures(fake, session).subscription_cancel;
  const path = `/v1/subscriptions/${id}`;
  const { customer } = readObject(fake, v.object({ customer: v.string() }), path);
  if (!enabled || customer !== session.customer) throw refused('This subscription cannot be cancelled here.');
  checkedCall(fake, v.unknown(), mode === 'at_period_end' ? { ...laterCancellation, path } : cancellation(path, proration));
}

const laterCancellation = { method: 'POST', params: { cancel_at_period_end: true } };

const cancellation = (path: string, proration: string): FakeRequest => ({
  method: 'DELETE',
  path,
  params: { prorate: proration !== 'none', invoice_now: proration === 'always_invoice' },
});
