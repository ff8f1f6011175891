import { NoAnswerError } from '../http/http-exchange.ts';

export type AwsFailure = {
  /** The HTTP status. */
  readonly status: number;
  /** The answer's `Date`, ms since the epoch. */
  readonly answeredAt?: number | undefined;
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

/** Throttling and conflicts: transient errors with a 4xx status (DynamoDB Developer Guide, "Error handling"). */
const retryableErrors: ReadonlySet<string> = new Set([
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

/** Checks that the same request may succeed later: AWS gave no answer, throttled it or failed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof AwsError && (error.failure.status >= 500 || retryableErrors.has(error.name)));

/** Checks that AWS may have rejected the request because of the time in its signature. */
export const isClockSkew = (error: unknown): error is AwsError =>
  error instanceof AwsError && clockSkewErrors.has(error.name);

const firstDelayMs = 50;
const maxDelayMs = 1_000;

/** Exponential backoff with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export const retryDelayMs = (failed: number, random: () => number): number =>
  random() * Math.min(maxDelayMs, firstDelayMs * 2 ** (failed - 1));
