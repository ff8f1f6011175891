import * as v from 'valibot';
import { RefusedCommandError, UnreachableGatewayError } from '../command-errors.ts';
import type { OperatorBilling } from './billing-access.ts';

/** An error of the SDK, without loading the SDK. */
const stripeFailure = v.object({ type: v.pipe(v.string(), v.startsWith('Stripe')), message: v.string() });

/** Runs something at Stripe. Errors that only the operator can fix say how. */
export async function atStripe<T>(billing: OperatorBilling, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explained(error, billing);
  }
}

function explained(error: unknown, { keySource, mode }: OperatorBilling): unknown {
  const failure = failureIn(error);
  if (!failure) return error;
  const options = { cause: error };
  switch (failure.type) {
    case 'StripeAuthenticationError':
      return new RefusedCommandError(
        `Stripe rejected the API key in ${keySource} (401): it is wrong, revoked or expired. Put a valid one there.`,
        options,
      );
    case 'StripePermissionError':
      return new RefusedCommandError(
        `The API key in ${keySource} lacks a permission (docs/billing.md lists all). Stripe: ${failure.message}`,
        options,
      );
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return new UnreachableGatewayError(
        `Stripe does not answer. Run the command again. (${failure.message})`,
        options,
      );
    default:
      return new RefusedCommandError(`Stripe refused a request in ${mode} mode: ${failure.message}`, options);
  }
}

function failureIn(error: unknown): v.InferOutput<typeof stripeFailure> | undefined {
  if (v.is(stripeFailure, error)) return error;
  return error instanceof Error && error.cause ? failureIn(error.cause) : undefined;
}
