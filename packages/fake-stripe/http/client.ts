import Stripe from 'stripe';
import type { FakeStripe } from '../fake-stripe.ts';
import { StripeApi } from './stripe-api.ts';

/**
 * The official SDK over a fake in this process, without a server: every request is written, checked and answered as
 * over HTTP.
 * @param api its counter of requests and its outages, if the caller needs them
 */
export function fakeStripeClient(fake: FakeStripe, api: StripeApi = new StripeApi(fake)): Stripe {
  const answer: typeof fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(String(url));
    const { method = 'GET', body } = init;
    const answered = api.answer({
      method,
      target: `${pathname}${search}`,
      headers: new Headers(init.headers),
      body: typeof body === 'string' ? body : '',
    });
    // A code that the SDK does not repeat by itself: histories of faults stay exact.
    if (answered === undefined)
      throw Object.assign(new Error('The fake broke the connection.'), { code: 'ECONNREFUSED' });
    return new Response(String(answered.body), answered);
  };
  return new Stripe(api.apiKey, {
    httpClient: Stripe.createFetchHttpClient(answer),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
