import type { FakeStripe } from '../fake-stripe.ts';
import type { HttpAnswer } from '../http/stripe-api.ts';
import { cardButtons, confirmation, readSubmitted } from './card-choice.ts';
import { type Html, html, problem } from './html.ts';
import { type InvoiceView, readInvoice } from './invoice-view.ts';
import { formatDate, formatMoney } from './money.ts';
import { pageAnswer } from './page-answer.ts';
import { writePdf } from './pdf.ts';

/** Shows an invoice, with ways to pay it if it is open. */
export function showInvoice(fake: FakeStripe, id: string, message?: string): HttpAnswer {
  const invoice = readInvoice(fake, id);
  const content = html`${problem(message)}
<p>Status: <strong>${invoice.status}</strong></p>
${lineTable(invoice)}
${invoice.status === 'open' ? payment(invoice) : html``}
${invoice.invoice_pdf === null ? html`` : html`<p><a href="${invoice.invoice_pdf}">Download the PDF</a></p>`}`;
  return pageAnswer(`Invoice ${invoice.number ?? '(draft)'}`, content);
}

const lineTable = ({ lines, total, currency }: InvoiceView): Html => html`<table>
<thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.data.map((line) => html`<tr><td>${line.description}</td><td>${formatMoney(line.amount, currency)}</td></tr>\n`)}
</tbody>
<tfoot><tr><th scope="row">Total</th><td>${formatMoney(total, currency)}</td></tr></tfoot>
</table>`;

const payment = ({
  amount_remaining: amount,
  currency,
}: InvoiceView): Html => html`<p>To pay: <strong>${formatMoney(amount, currency)}</strong></p>
<form method="post"><button name="card" value="saved">Pay with the saved card</button></form>
${cardButtons()}`;

/** The customer pays on the invoice's page. */
export function submitInvoice(fake: FakeStripe, id: string, body: string): HttpAnswer {
  const { card, confirmed } = readSubmitted(body);
  if (confirmed === 'false') return showInvoice(fake, id, 'You did not confirm the payment.');
  const chosen = card === 'saved' || card === 'none' ? undefined : card;
  const { kind } = fake.payInvoice(id, { ...(chosen && { card: chosen }), confirmed: confirmed === 'true' });
  if (kind === 'asks') return pageAnswer('Confirm your payment', confirmation(chosen));
  return showInvoice(fake, id, kind === 'declined' ? 'Your card was declined. Choose another one.' : undefined);
}

/** The invoice as a PDF. */
export function showInvoicePdf(fake: FakeStripe, id: string): HttpAnswer {
  const invoice = readInvoice(fake, id);
  const { currency } = invoice;
  const file = writePdf([
    'This is a fake of Stripe. No money moved.',
    '',
    `Invoice ${invoice.number ?? '(draft)'} of ${formatDate(invoice.created)}, ${invoice.status}`,
    `For ${invoice.customer_email ?? 'a customer without an email address'}`,
    '',
    ...invoice.lines.data.map(({ description, amount }) => `${description}: ${formatMoney(amount, currency)}`),
    '',
    `Total: ${formatMoney(invoice.total, currency)}`,
    `Amount due: ${formatMoney(invoice.amount_due, currency)}`,
  ]);
  const disposition = `attachment; filename="invoice-${invoice.number ?? 'draft'}.pdf"`;
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': disposition },
    body: file,
  };
}
