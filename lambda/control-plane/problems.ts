import * as v from 'valibot';
import { toMoment } from './shapes/moment.ts';

/** What a client is told of one kind of problem. */
type ProblemKind = {
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500;
  readonly title: string;
  /** What else its problem details tell of the error. */
  readonly members?: v.GenericSchema<unknown, Record<string, unknown>>;
};

const allowed = v.number();
const errors = v.array(v.object({ at: v.string(), message: v.string() }));
const since = v.pipe(v.number(), v.transform(toMoment));
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

export const kindOf = (code: ProblemCode): ProblemKind => problems[code];

/** The URI that names a problem for good (RFC 9457, `type`); a name, not an address. */
export const typeOf = (code: ProblemCode): string => `https://sluice.dev/problems/${code.replaceAll('_', '-')}`;
