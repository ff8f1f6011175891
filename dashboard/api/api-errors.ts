import * as v from 'valibot';

/** The management API refused a request (RFC 9457 problem details). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable, for example `key_limit_reached`. */
  readonly code: string;
  readonly status: number;
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  readonly problem: ApiProblem | undefined;

  constructor(status: number, problem: ApiProblem | undefined, requestId: string | undefined) {
    super(problem?.detail ?? `The service answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? `http_${status}`;
    this.requestId = requestId;
  }
}

/** The service did not answer: the network or a hop on the way is down. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'unreachable';

  constructor(options: ErrorOptions) {
    super('The service could not be reached. Check your connection.', options);
  }
}

/** The session has ended; the user must sign in again. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  readonly code = 'signed_out';

  constructor() {
    super('Your session has ended. Sign in again.');
  }
}

/** The members of the API's problem details that the dashboard reads. */
type ApiProblem = v.InferOutput<typeof problemSchema>;

const problemSchema = v.object({
  code: v.string(),
  title: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ at: v.string(), message: v.string() }))),
  keys: v.optional(v.array(v.object({ keyId: v.string(), name: v.string() }))),
  historyFrom: v.optional(v.string()),
});

/** The error for an answer other than 2xx; `body` is its parsed body, if any. */
export function toApiError(response: Response, body: unknown): ApiError | SignedOutError {
  if (response.status === 401) return new SignedOutError();
  const problem = v.safeParse(problemSchema, body);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiError(response.status, problem.success ? problem.output : undefined, requestId);
}
