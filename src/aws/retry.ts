import { NoAnswerError } from '../http/http-exchange.ts';
import type { EpochMs } from '../time.ts';

export type AwsFailure = {
  readonly status: number;
  /** The answer's `Date`. */
  readonly answeredAt?: EpochMs | undefined;
  readonly answer?: Readonly<Record<string, unknown>>;
};

/** AWS rejected or failed a request. `name` is AWS's name of the error, for example `ValidationException`. */
export class AwsError extends Error {
  override readonly name: string;
  readonly code = 'aws_error';
  readonly failure: AwsFailure;

  constructor(name: string, message: string, failure: AwsFailure) {
    super(message);
    this.name = name;
    this.failure = failure;
  }
}

/** AWS rejected the time in a request's signature. The client has corrected its clock since: the next try can succeed. */
export class WrongClockError extends AwsError {}

/** Throttling and conflicts: transient errors with a 4xx status (DynamoDB Developer Guide, "Error handling"). */
const throttlingErrors: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
]);

/** Errors that a wrong clock can cause (the AWS SDKs' own list). */
const clockSkewErrors: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** AWS did not execute the request, and may execute it later. */
export const isThrottled = (error: unknown): boolean => error instanceof AwsError && throttlingErrors.has(error.name);

/** Checks that the same request may succeed later: AWS gave no answer, throttled it or failed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NoAnswerError || isThrottled(error) || (error instanceof AwsError && error.failure.status >= 500);

/** Checks that AWS may have rejected the request because of the time in its signature. */
export const isClockSkew = (error: AwsError): boolean => clockSkewErrors.has(error.name);

const firstDelayMs = 50;
const maxDelayMs = 1_000;

/** Exponential backoff with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export const retryDelayMs = (failed: number, random: () => number): number =>
  random() * Math.min(maxDelayMs, firstDelayMs * 2 ** (failed - 1));
