import * as v from 'valibot';

/** What the management API says of a request that it refused (RFC 9457), with its stable code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The last part of the problem's type, like `key-limit-reached`. */
  readonly code: string;
  readonly status: number;
  /** Names the request in the gateway's logs. */
  readonly requestId: string | undefined;
  readonly problem: ApiProblem | undefined;

  constructor(status: number, problem: ApiProblem | undefined, requestId: string | undefined) {
    super(problem?.detail ?? `The service answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.type.split('/').at(-1) ?? `http-${status}`;
    this.requestId = requestId;
  }
}

/** The service gave no answer: the network is down, or something between here and there is. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'unreachable';

  constructor(options: ErrorOptions) {
    super('The service could not be reached. Check your connection.', options);
  }
}

/** The session has ended: who wants to go on signs in again. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  readonly code = 'signed_out';

  constructor() {
    super('Your session has ended. Sign in again.');
  }
}

/** The members of the API's problem details that the dashboard reads. */
export type ApiProblem = v.InferOutput<typeof problemSchema>;

const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ at: v.string(), message: v.string() }))),
  keys: v.optional(v.array(v.object({ keyId: v.string(), name: v.string() }))),
  since: v.optional(v.string()),
});

/** The error that an answer other than 2xx stands for; `body` is what could be read of it. */
export function toApiError(response: Response, body: unknown): ApiError | SignedOutError {
  if (response.status === 401) return new SignedOutError();
  const problem = v.safeParse(problemSchema, body);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiError(response.status, problem.success ? problem.output : undefined, requestId);
}
