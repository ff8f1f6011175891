import type Stripe from 'stripe';

/** The body of an error answer, as Stripe sends it under `error`. */
export type FakeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: Pick<Stripe.PaymentIntent, 'id' | 'object' | 'status'>;
};

/** A request that Stripe would refuse; `status` is the HTTP status. */
export class FakeStripeError extends Error {
  readonly status: number;
  readonly body: FakeErrorBody;
  constructor(status: number, body: FakeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/**
 * A parameter is missing or has a bad value. Stripe finds this before it runs the request, so it does not keep the
 * answer under the idempotency key.
 */
export class FakeParameterError extends FakeStripeError {
  constructor(param: string, message: string, code?: string) {
    super(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });
  }
}

export const refused = (message: string, code?: string, param?: string): FakeStripeError =>
  new FakeStripeError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });

export const missing = (resource: string, id: string, param = 'id'): FakeStripeError =>
  new FakeStripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${resource}: '${id}'`,
    param,
  });

/** A missing object that a parameter names (not the path): Stripe answers 400. */
export const missingReference = (resource: string, id: string, param: string): FakeStripeError =>
  new FakeStripeError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${resource}: '${id}'`,
    param,
  });
