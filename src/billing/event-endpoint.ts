import type { Connect } from './billing-connection.ts';
import type { BillingDeps } from './billing-deps.ts';
import {
  BadEventError,
  BillingConfigurationError,
  BillingUnavailableError,
  TooManyEventsError,
} from './billing-errors.ts';
import { receiveEvent } from './receive-event.ts';

type EventEndpointDeps = Omit<BillingDeps, 'stripe' | 'settings'> & { readonly connect: Connect };

type EventRequest = {
  readonly requestId: string;
  /** The header Stripe-Signature. */
  readonly signature: string | undefined;
  /** The signature is of the bytes: parsing and printing the JSON would change them. */
  readonly body: Buffer;
};

/**
 * Answers Stripe's events. Stripe sends an event again if the status is not 2xx ("Webhooks: Event delivery behaviors"), so
 * only an event that Stripe has not signed gets 400. Nothing of an event is logged.
 */
export const createEventEndpoint =
  ({ connect, ...deps }: EventEndpointDeps) =>
  async ({ requestId, signature, body }: EventRequest): Promise<Response> => {
    const { clock, log } = deps;
    const startedAt = clock();
    try {
      if (!signature) throw new BadEventError('The header Stripe-Signature is missing.');
      await receiveEvent({ ...deps, ...(await connect()) }, body, signature);
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
      if (error instanceof TooManyEventsError) {
        log.info('billing_event_postponed', { requestId });
        return answer(503, { message: error.message });
      }
      // Other causes may be Stripe's answers about a customer.
      const cause = error instanceof BillingUnavailableError ? { cause: String(error.cause) } : {};
      log.error('billing_event_failed', { requestId, detail: String(error), ...cause });
      if (error instanceof BillingConfigurationError) {
        log.error('billing_misconfigured', { requestId, detail: String(error), cause: String(error.cause) });
      }
      return answer(503, { message: 'The event could not be applied. Send it again.' });
    }
  };

const answer = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
