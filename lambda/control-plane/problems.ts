import * as v from 'valibot';
import { timestampSchema, toTimestamp } from './schemas/field-schemas.ts';

/** What a client is told of one kind of problem. */
type ProblemKind = {
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500;
  readonly title: string;
  /** What else its problem details tell of the error. */
  readonly members?: v.GenericSchema<unknown, Record<string, unknown>>;
};

const allowed = v.number();
const errors = v.array(v.object({ at: v.string(), message: v.string() }));
const since = v.pipe(v.number(), v.transform(toTimestamp));
const keys = v.array(v.object({ keyId: v.string(), name: v.string() }));

/** Every problem the management API answers with, by the stable code of its error. */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid', members: v.object({ errors }) },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this list' },
  invalid_key_name: { status: 400, title: "The key's name is not valid" },
  invalid_grace: { status: 400, title: 'The grace of the rotation is not valid' },
  invalid_range: { status: 400, title: 'The range of time is not valid' },
  beyond_retention: { status: 400, title: 'The range begins before the history does', members: v.object({ since }) },
  unknown_plan: { status: 400, title: 'There is no such plan' },
  unauthenticated: { status: 401, title: 'The token does not say who you are' },
  route_not_found: { status: 404, title: 'There is nothing at this address' },
  key_not_found: { status: 404, title: 'There is no such key' },
  request_not_found: { status: 404, title: 'There is no such request' },
  method_not_allowed: { status: 405, title: 'This address does not take this method' },
  key_limit_reached: { status: 409, title: 'The plan allows no more keys', members: v.object({ allowed }) },
  key_revoked: { status: 409, title: 'The key is revoked' },
  too_many_keys: {
    status: 409,
    title: 'The plan allows fewer keys',
    members: v.object({ allowed, active: v.number(), keys }),
  },
  account_busy: { status: 409, title: 'The account is being changed by others' },
  request_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not JSON' },
  // 422 as draft-ietf-httpapi-idempotency-key-header has it for a key that is used again with another payload.
  idempotency_conflict: { status: 422, title: 'The Idempotency-Key was used for another request' },
  too_many_requests: { status: 429, title: 'Your account sends too many requests' },
  internal_error: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

/** The code of every problem. */
export const problemCodes = Object.keys(problems).filter(isProblemCode);

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problems, code);
}

export const problemKind = (code: ProblemCode): ProblemKind => problems[code];

/** The URI that names a problem for good (RFC 9457, `type`); a name, not an address. */
export const problemType = (code: ProblemCode): string => `https://sluice.dev/problems/${code.replaceAll('_', '-')}`;

const wholeNumber = v.pipe(v.number(), v.integer());

/** Problem details (RFC 9457). */
export const problemSchema = v.object({
  type: v.picklist(problemCodes.map(problemType)),
  title: v.string(),
  status: wholeNumber,
  detail: v.string(),
  /** Names this request in the logs and in support. */
  requestId: v.string(),
  /** With invalid-request: what is wrong, and where, like `body.name`. */
  errors: v.optional(v.array(v.object({ at: v.string(), message: v.string() }))),
  /** With key-limit-reached and too-many-keys: how many keys the plan allows. */
  allowed: v.optional(wholeNumber),
  /** With too-many-keys: how many keys are active. */
  active: v.optional(wholeNumber),
  /** With too-many-keys: the active keys, to choose from which to revoke. */
  keys: v.optional(v.array(v.object({ keyId: v.string(), name: v.string() }))),
  /** With beyond-retention: when history begins. */
  since: v.optional(timestampSchema),
});

export type ProblemDetails = v.InferOutput<typeof problemSchema>;

/** A request that the API itself refuses. `message` is public. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: ProblemCode;
  /** What is wrong with the request, part by part. */
  readonly errors: ProblemDetails['errors'];

  constructor(code: ProblemCode, message: string, errors?: ProblemDetails['errors']) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** The code of the problem that an error is answered with. */
export const problemCode = (error: unknown): ProblemCode =>
  error instanceof Error && 'code' in error && isProblemCode(error.code) ? error.code : 'internal_error';

/**
 * An error as problem details (RFC 9457). One that is in the table of problems has a message meant for clients; of any
 * other nothing is told.
 */
export function toProblem(error: unknown, requestId: string): ProblemDetails {
  const code = problemCode(error);
  const { status, title, members } = problemKind(code);
  const known = code !== 'internal_error' && error instanceof Error;
  const detail = known ? error.message : 'The request could not be answered. Try again shortly.';
  const facts = known && members ? v.safeParse(members, error) : undefined;
  return { type: problemType(code), title, status, detail, requestId, ...(facts?.success && facts.output) };
}
