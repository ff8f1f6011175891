import { FakeStripeError } from '../errors.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { ApiRequest, HttpAnswer } from '../http/stripe-api.ts';
import { showCheckout, submitCheckout } from './checkout-page.ts';
import { html, problem } from './html.ts';
import { showInvoice, showInvoicePdf, submitInvoice } from './invoice-page.ts';
import { pageAnswer } from './page-answer.ts';
import { showPortal, submitPortal } from './portal-page.ts';

type Show = (fake: FakeStripe, id: string) => HttpAnswer;
type Submit = (fake: FakeStripe, id: string, body: string) => HttpAnswer;

/** The pages that customers see, by the first part of their path. */
const pages = new Map<string, { readonly show: Show; readonly submit: Submit }>([
  ['checkout', { show: showCheckout, submit: submitCheckout }],
  ['invoice', { show: showInvoice, submit: submitInvoice }],
  [
    'portal',
    {
      show: (fake, id) => showPortal(fake, fake.portalSession(id)),
      submit: (fake, id, body) => submitPortal(fake, fake.portalSession(id), body),
    },
  ],
]);

/** Answers a browser. */
export function answerPage(fake: FakeStripe, { method, target, body }: ApiRequest): HttpAnswer {
  const [, name = '', id = '', more, ...rest] = new URL(target, 'http://fake').pathname.split('/');
  const page = pages.get(name);
  if (page === undefined || id === '' || rest.length > 0) return notFound;
  try {
    if (more !== undefined) return name === 'invoice' && more === 'pdf' ? showInvoicePdf(fake, id) : notFound;
    return method === 'POST' ? page.submit(fake, id, body) : page.show(fake, id);
  } catch (error) {
    if (!(error instanceof FakeStripeError)) throw error;
    return pageAnswer('This did not work', problem(error.message), error.status);
  }
}

const notFound = pageAnswer('Page not found', html`<p>The fake has no such page.</p>`, 404);
