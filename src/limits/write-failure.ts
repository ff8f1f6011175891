import type { AwsCallLimits } from '../aws/aws-client.ts';
import { AwsError, isThrottled, WrongClockError } from '../aws/retry.ts';

/** In ms, for each write of the counters. Repetitions are decided by the admission, because a plain `ADD` counts again. */
export const counterCallLimits: AwsCallLimits = { connectMs: 500, answerMs: 500, deadlineMs: 500, tries: 1 };

/**
 * What is known of a write that did not succeed. `throttled` and `wrong_clock`: it was not executed, and the next may
 * be. `rejected`: it was not executed, and never will be. `unknown`: it may have been executed, or may be later.
 */
export type WriteFailure = 'throttled' | 'wrong_clock' | 'rejected' | 'unknown';

export function failureOfWrite(error: unknown): WriteFailure {
  if (!(error instanceof AwsError)) return 'unknown';
  if (error instanceof WrongClockError) return 'wrong_clock';
  if (isThrottled(error)) return 'throttled';
  return error.failure.status >= 500 ? 'unknown' : 'rejected';
}
