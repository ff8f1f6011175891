import { ValiError } from 'valibot';
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
  ['portal', { show: showPortal, submit: submitPortal }],
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
    if (error instanceof FakeStripeError) return pageAnswer(failure, problem(error.message), error.status);
    if (error instanceof ValiError) return pageAnswer(failure, problem('The form has unexpected values.'), 400);
    throw error;
  }
}

const failure = 'This did not work';

const notFound = pageAnswer('Page not found', html`<p>The fake has no such page.</p>`, 404);
