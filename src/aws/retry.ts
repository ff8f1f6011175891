import { NoAnswerError } from '../http/no-answer-error.ts';
import { AwsError } from './errors.ts';

/** Refusals that mean "not now", of the operations that are called (DynamoDB Developer Guide, "Error handling"). */
const passing: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
]);

/** Refusals that a clock out of step can cause (the AWS SDKs' own list). */
const skewed: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** Whether the same request may fare better in a while. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof AwsError && (error.failure.status >= 500 || passing.has(error.name)));

/** Whether a request may have been refused for the time in its signature. */
export const isSkewed = (error: unknown): error is AwsError => error instanceof AwsError && skewed.has(error.name);

const firstWaitMs = 50;
const longestWaitMs = 1_000;

/**
 * How long to wait after a number of failed tries: anything up to twice as long each time ("full jitter", AWS
 * Architecture Blog, "Exponential Backoff And Jitter").
 * @param random from 0 to below 1
 */
export const waitMs = (failed: number, random: () => number): number =>
  random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (failed - 1));
