import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { BillingDeps } from '../../src/billing/billing-deps.ts';
import { BadEventError, BillingConfigurationError } from '../../src/billing/billing-errors.ts';
import { receiveEvent } from '../../src/billing/receive-event.ts';
import type { Connect } from './billing-connection.ts';

/** The properties of the HTTP API's event (payload 2.0) that are used. */
const eventSchema = v.object({
  headers: v.record(v.string(), v.optional(v.string())),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.boolean(),
  requestContext: v.object({ requestId: v.string() }),
});

type EventHandlerDeps = Omit<BillingDeps, 'stripe' | 'settings'> & { readonly connect: Connect };

/**
 * Answers Stripe's events. Stripe sends an event again if the status is not 2xx ("Webhooks: Event delivery behaviors"), so
 * only an event that Stripe has not signed gets 400. Nothing of an event is logged.
 */
export const createEventHandler =
  ({ connect, ...deps }: EventHandlerDeps) =>
  async (event: unknown): Promise<APIGatewayProxyStructuredResultV2> => {
    const { headers, body, isBase64Encoded, requestContext } = v.parse(eventSchema, event);
    const { requestId } = requestContext;
    const signature = headers['stripe-signature'];
    const { clock, log } = deps;
    const startedAt = clock();
    try {
      if (!signature) throw new BadEventError('The header Stripe-Signature is missing.');
      // The signature is of the bytes: parsing and printing the JSON would change them.
      const rawBody = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
      const connection = { ...deps, ...(await connect()) };
      await receiveEvent(connection, rawBody, signature);
      log.info('billing_event', { requestId, durationMs: clock() - startedAt });
      return answer(200, {});
    } catch (error) {
      if (error instanceof BadEventError) {
        log.warn('billing_event_refused', {
          requestId,
          signed: signature ? 1 : 0,
          detail: error.message,
        });
        return answer(400, { message: error.message });
      }
      log.error('billing_event_failed', { requestId, detail: String(error) });
      if (error instanceof BillingConfigurationError) {
        log.error('billing_misconfigured', { requestId, detail: String(error), cause: String(error.cause) });
      }
      return answer(503, { message: 'The event could not be applied. Send it again.' });
    }
  };

const answer = (statusCode: number, body: object): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
