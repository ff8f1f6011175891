import * as v from 'valibot';

/** The management API refused a request (RFC 9457 problem details). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable, for example `key_limit_reached`. */
  readonly code: string;
  readonly status: number;
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long to wait before another try. */
  readonly retryAfterSeconds: number | undefined;
  readonly problem: ApiProblem | undefined;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, problem: ApiProblem | undefined) {
    super(problem?.detail ?? `The service answered with status ${status}.`);
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? `http_${status}`;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = seconds > 0 ? seconds : undefined;
  }
}

/** The service did not answer: the network or a hop on the way is down. */
export class UnreachableError extends Error {
  override readonly name: string = 'UnreachableError';
  readonly code: string = 'unreachable';

  constructor(options: ErrorOptions, message = 'The service could not be reached. Check your connection.') {
    super(message, options);
  }
}

/** Something on the way answered in place of the service: a network that asks to sign in, or a proxy. */
export class ForeignAnswerError extends UnreachableError {
  override readonly name = 'ForeignAnswerError';
  override readonly code = 'foreign_answer';

  constructor(options: ErrorOptions) {
    super(
      options,
      'Your network answered in place of the service. If it asks you to sign in, for example in a hotel, do so on another ' +
        'website. This page then continues by itself.',
    );
  }
}

/** Why a session is over: its time is up, it was ended from elsewhere, or its account is deleted. */
export type SignedOutReason = keyof typeof reasons;

const reasons = {
  expired: 'Your session has expired. Sign in again.',
  ended: 'You were signed out. Sign in again.',
  deleted: 'This account is deleted.',
};

/** The session is over; the user must sign in again. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  readonly code = 'signed_out';
  readonly reason: SignedOutReason;

  constructor(reason: SignedOutReason = 'expired') {
    super(reasons[reason]);
    this.reason = reason;
  }
}

/** Whether an error is a refusal of the API with that code. */
export const isApiError = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The members of the API's problem details that the dashboard reads. */
type ApiProblem = v.InferOutput<typeof problemSchema>;

const problemSchema = v.object({
  code: v.string(),
  title: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ at: v.string(), message: v.string() }))),
  keys: v.optional(v.array(v.object({ keyId: v.string(), name: v.string() }))),
  historyFrom: v.optional(v.string()),
  graceEndsAt: v.optional(v.string()),
});

/** The error for an answer other than 2xx; `body` is its parsed body, if any. */
export function toApiError(response: Response, body: unknown): ApiError | SignedOutError {
  const { success, output } = v.safeParse(problemSchema, body);
  const error = new ApiError(response, success ? output : undefined);
  if (error.code === 'account_deleted') return new SignedOutError('deleted');
  if (error.code === 'session_ended') return new SignedOutError('ended');
  // A recovery code is refused without a session.
  return error.status === 401 && error.code !== 'recovery_refused' ? new SignedOutError() : error;
}
