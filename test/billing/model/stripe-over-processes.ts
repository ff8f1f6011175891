import Stripe from 'stripe';
import type { StripeApi } from '../../../packages/fake-stripe/http/stripe-api.ts';
import type { Processes } from './processes.ts';

const brokenConnection = () => Object.assign(new Error('The connection broke.'), { code: 'ECONNREFUSED' });

/** The official SDK over a fake; each request is a call of the process that makes it. */
export function stripeOverProcesses(api: StripeApi, processes: Processes): Stripe {
  const httpClient = {
    getClientName: () => 'processes',
    makeRequest: async (...[, , target, method, headers, body]: Parameters<Stripe.HttpClient['makeRequest']>) => {
      const answer = await processes.call(() => {
        const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
        return api.answer({ method, target, headers: new Headers(entries), body: body ?? '' });
      }, brokenConnection);
      if (!answer) throw brokenConnection();
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => answer,
        toStream: () => undefined,
        toJSON: async () => JSON.parse(String(answer.body)),
      };
    },
  };
  return new Stripe(api.apiKey, { httpClient, maxNetworkRetries: 0, telemetry: false });
}
