import * as v from 'valibot';
import { FakeStripeError } from './errors.ts';
import type { FakeRequest, FakeStripe } from './fake-stripe.ts';

/**
 * Calls the API and reads its answer.
 * @throws {FakeStripeError} if the API refuses
 */
export function checkedCall<S extends v.GenericSchema>(
  fake: FakeStripe,
  schema: S,
  request: FakeRequest,
): v.InferOutput<S> {
  const { status, body } = fake.call(request);
  if (status !== 200) throw new FakeStripeError(status, v.parse(refusal, body).error);
  return v.parse(schema, body);
}

/** Reads an object or a list through the API, as `checkedCall` does. */
export const readObject = <S extends v.GenericSchema>(
  fake: FakeStripe,
  schema: S,
  path: string,
  params: NonNullable<FakeRequest['params']> = {},
): v.InferOutput<S> => checkedCall(fake, schema, { method: 'GET', path, params });

const refusal = v.object({
  error: v.object({
    type: v.picklist(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
    message: v.string(),
  }),
});
