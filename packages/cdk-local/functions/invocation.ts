import * as v from 'valibot';
import type { FunctionNetwork } from '../vpc/function-network.ts';

/** An error as Lambda's Node.js runtime reports it. */
export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
};

/** The outcome of an invocation: the answer as JSON, or the function's error. */
export type InvocationOutcome =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError };

export const failedOutcome = (errorType: string, errorMessage: string): InvocationOutcome => ({
  ok: false,
  error: { errorType, errorMessage, trace: [] },
});

/** Bytes of a synchronous invocation's event (AWS Lambda quotas: 6 MB). */
export const maximumEventBytes = 6_291_456;

/** Bytes of an asynchronous invocation's event (AWS Lambda quotas: 1 MB). */
export const maximumQueuedEventBytes = 1_048_576;

/** Bytes of its answer; Lambda's own error names this number. */
export const maximumAnswerBytes = 6_291_556;

/** The event is larger than Lambda allows. The function was not invoked. */
export class EventTooLargeError extends Error {
  readonly code = 'event_too_large';
  override readonly name = 'EventTooLargeError';

  constructor(bytes: number, limit = maximumEventBytes) {
    super(`An event of ${bytes} bytes exceeds the limit of ${limit}.`);
  }
}

/** The data with which a thread starts. */
export const threadData = v.object({
  folder: v.string(),
  handler: v.string(),
  functionArn: v.string(),
  // As this process made it.
  network: v.optional(v.custom<FunctionNetwork>((value) => typeof value === 'object')),
});

/** {@link threadData} */
export type ThreadData = v.InferOutput<typeof threadData>;

/** To the thread: one event. `deadline` is in milliseconds since the epoch. */
export type InvocationMessage = { readonly requestId: string; readonly event: string; readonly deadline: number };

/** From the thread, in this order: `ready` once, then for each invocation its output and its end. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'answer'; readonly payload: string }
  | { readonly type: 'failure'; readonly error: FunctionError; readonly fatal: boolean };
