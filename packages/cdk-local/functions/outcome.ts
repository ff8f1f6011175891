/** An error as Lambda's Node.js runtime reports it. */
export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
};

/** How an invocation ended: the answer as JSON, or the function's error. */
export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError };

export const failed = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType, errorMessage, trace: [] },
});

/** Bytes of a synchronous invocation's event (AWS Lambda quotas: 6 MB). */
export const maximumEventBytes = 6_291_456;

/** Bytes of its answer; Lambda's own error names this number. */
export const maximumAnswerBytes = 6_291_556;

/** The event is larger than Lambda takes. The function was not invoked. */
export class EventTooLargeError extends Error {
  readonly code = 'event_too_large';
  override readonly name = 'EventTooLargeError';

  constructor(bytes: number) {
    super(`An event of ${bytes} bytes exceeds the limit of ${maximumEventBytes}.`);
  }
}
