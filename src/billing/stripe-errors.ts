import * as v from 'valibot';
import { BillingUnavailableError } from './billing-errors.ts';

const stripeErrorSchema = v.object({
  type: v.pipe(v.string(), v.startsWith('Stripe')),
  code: v.optional(v.string()),
  statusCode: v.optional(v.number()),
});

// By name, because the classes would load the SDK. An idempotency error here means: the first request is still running.
const unavailable = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeIdempotencyError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** Whether Stripe refused a request because of its parameters or of the state of an object. */
export const isRefusal = (error: unknown): boolean => isType(error, 'StripeInvalidRequestError');

/** Whether a card was declined, or its holder must confirm the payment. */
export const isCardError = (error: unknown): boolean => isType(error, 'StripeCardError');

/** Whether Stripe does not have an object that a request names. */
export function isMissing(error: unknown): boolean {
  const parsed = v.safeParse(stripeErrorSchema, error);
  return (
    isRefusal(error) &&
    parsed.success &&
    (parsed.output.code === 'resource_missing' || parsed.output.statusCode === 404)
  );
}

const isType = (error: unknown, type: string): boolean => {
  const parsed = v.safeParse(stripeErrorSchema, error);
  return parsed.success && parsed.output.type === type;
};

/**
 * Runs work that calls Stripe.
 * @throws {BillingUnavailableError} instead of the SDK's errors that say nothing about the request itself
 */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const parsed = v.safeParse(stripeErrorSchema, error);
    throw parsed.success && unavailable.has(parsed.output.type) ? new BillingUnavailableError(error) : error;
  }
}
