import * as v from 'valibot';
import { BillingConfigurationError, BillingUnavailableError, PaymentRefusedError } from './billing-errors.ts';

const stripeErrorSchema = v.object({
  type: v.pipe(v.string(), v.startsWith('Stripe')),
  code: v.optional(v.string()),
  param: v.optional(v.string()),
  message: v.optional(v.string(), ''),
  statusCode: v.optional(v.number()),
});

type StripeError = v.InferOutput<typeof stripeErrorSchema>;

const readError = (error: unknown): StripeError | undefined => {
  const parsed = v.safeParse(stripeErrorSchema, error);
  return parsed.success ? parsed.output : undefined;
};

// By name, because the classes would load the SDK. An idempotency error here means: the first request is still running.
const unavailable = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeIdempotencyError',
]);

/** The API key is wrong, was revoked, or lacks a permission. */
const misconfigured = new Set(['StripeAuthenticationError', 'StripePermissionError']);

/** What a refusal means to the customer; the first row that matches. https://docs.stripe.com/error-codes */
const refusals: readonly {
  readonly matches: (error: StripeError) => boolean;
  readonly toError: (cause: unknown) => Error;
}[] = [
  {
    matches: ({ type }) => type === 'StripeCardError',
    toError: (cause) =>
      new PaymentRefusedError(
        'card_declined',
        'Your card was declined. Choose another card in the billing portal, then try again.',
        cause,
      ),
  },
  {
    matches: ({ code = '', param = '' }) =>
      code.startsWith('customer_tax_location') || code === 'tax_id_invalid' || /address/.test(param),
    toError: (cause) =>
      new PaymentRefusedError(
        'address_refused',
        'The tax for your billing address cannot be computed. Correct the address and the tax id in the billing portal, then try again.',
        cause,
      ),
  },
  {
    matches: ({ code = '', param = '' }) => code === 'email_invalid' || param === 'email',
    toError: (cause) =>
      new PaymentRefusedError(
        'email_refused',
        'The payment provider does not accept the email address of your account. Change the address, then try again.',
        cause,
      ),
  },
  {
    matches: ({ param, message }) => param === 'currency' || /combine currencies/i.test(message),
    toError: (cause) =>
      new PaymentRefusedError(
        'currency_refused',
        'You have paid or have credit in another currency, and the payment provider does not mix them. Contact the operator.',
        cause,
      ),
  },
];

/** Whether Stripe refused a request because of its parameters or of the state of an object. */
export const isRefusal = (error: unknown): boolean => isType(error, 'StripeInvalidRequestError');

/** Whether a card was declined, or its holder must confirm the payment. */
export const isCardError = (error: unknown): boolean => isType(error, 'StripeCardError');

/** Whether Stripe does not have an object that a request names. */
export const isMissing = (error: unknown): boolean =>
  isRefusal(error) && (readError(error)?.code === 'resource_missing' || readError(error)?.statusCode === 404);

/** Whether it is unknown what became of a request. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof BillingUnavailableError || unavailable.has(readError(error)?.type ?? '');

const isType = (error: unknown, type: string): boolean => readError(error)?.type === type;

/**
 * Runs work that calls Stripe. Errors of the SDK become errors that say what to do.
 * @throws {BillingUnavailableError} if nothing is known about the request
 * @throws {PaymentRefusedError} if the customer, or the operator for them, can change it
 * @throws {BillingConfigurationError} for every other refusal
 */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  const stripeError = readError(error);
  if (!stripeError) return error;
  if (isUnavailable(error)) return new BillingUnavailableError({ cause: error });
  const refusal = refusals.find(({ matches }) => matches(stripeError));
  if (refusal && !misconfigured.has(stripeError.type)) return refusal.toError(error);
  return new BillingConfigurationError({ cause: error });
}
