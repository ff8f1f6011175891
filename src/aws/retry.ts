import { NoAnswerError } from '../http/http-exchange.ts';

/** What is known of a failure that AWS has answered with. */
export type AwsFailure = {
  /** The HTTP status. */
  readonly status: number;
  /** When that was by AWS's own clock, ms since the epoch. */
  readonly answeredAt?: number | undefined;
  /** The answer's own members; which ones there are depends on the error. */
  readonly answer?: Readonly<Record<string, unknown>>;
};

/** AWS refused a request, or failed at it. `name` is AWS's own for it, like `ValidationException`. */
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

/** Refusals that mean "not now", of the operations that are called (DynamoDB Developer Guide, "Error handling"). */
const retryableErrors: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
]);

/** Refusals that a clock out of step can cause (the AWS SDKs' own list). */
const clockSkewErrors: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** Whether the same request may fare better in a while. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof AwsError && (error.failure.status >= 500 || retryableErrors.has(error.name)));

/** Whether a request may have been refused for the time in its signature. */
export const isClockSkew = (error: unknown): error is AwsError =>
  error instanceof AwsError && clockSkewErrors.has(error.name);

const firstWaitMs = 50;
const longestWaitMs = 1_000;

/**
 * How long to wait after a number of failed tries: anything up to twice as long each time ("full jitter", AWS
 * Architecture Blog, "Exponential Backoff And Jitter").
 * @param random from 0 to below 1
 */
export const retryDelayMs = (failed: number, random: () => number): number =>
  random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (failed - 1));
