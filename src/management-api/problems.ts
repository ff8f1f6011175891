import * as v from 'valibot';
import { timestampSchema, toTimestamp, wholeNumber } from './schemas/field-schemas.ts';

/** One kind of problem: its public texts, and the properties of the error that its problem details repeat. */
type ProblemKind = {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly title: string;
  readonly members?: v.GenericSchema<unknown, Record<string, unknown>>;
};

const allowed = wholeNumber;
const active = wholeNumber;
const errors = v.array(v.object({ at: v.string(), message: v.string() }));
const keys = v.array(v.object({ keyId: v.string(), name: v.string() }));
const graceEndsAt = v.pipe(v.number(), v.transform(toTimestamp));
const historyFrom = v.pipe(v.number(), v.transform(toTimestamp));

/** Every problem of the management API, by the stable code of its error. */
const problems = {
  invalid_request: { status: 400, title: 'Invalid request', members: v.object({ errors }) },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  invalid_key_name: { status: 400, title: 'Invalid key name' },
  invalid_token_name: { status: 400, title: 'Invalid token name' },
  invalid_grace: { status: 400, title: 'Invalid grace period' },
  invalid_range: { status: 400, title: 'Invalid time range' },
  beyond_retention: {
    status: 400,
    title: 'Time range starts before your retained history',
    members: v.object({ historyFrom }),
  },
  unknown_plan: { status: 400, title: 'Unknown plan' },
  email_mismatch: { status: 400, title: 'Not the address of your account' },
  weak_password: { status: 400, title: 'Password too weak' },
  unauthenticated: { status: 401, title: 'Authentication failed' },
  session_ended: { status: 401, title: 'Session ended' },
  recovery_refused: { status: 401, title: 'Recovery refused' },
  checkout_required: { status: 402, title: 'Checkout required' },
  card_declined: { status: 402, title: 'Card declined' },
  payment_due: { status: 402, title: 'Payment due' },
  account_deleted: { status: 403, title: 'Account deleted' },
  sign_up_refused: { status: 403, title: 'Sign-up refused' },
  wrong_password: { status: 403, title: 'Password incorrect' },
  recent_sign_in_required: { status: 403, title: 'Recent sign-in required' },
  permission_missing: { status: 403, title: 'Permission missing' },
  account_suspended: { status: 403, title: 'Account suspended' },
  origin_required: { status: 403, title: 'Address not open to direct requests' },
  route_not_found: { status: 404, title: 'Path not found' },
  key_not_found: { status: 404, title: 'Key not found' },
  secret_of_key_not_found: { status: 404, title: 'Secret not found' },
  token_not_found: { status: 404, title: 'Token not found' },
  request_not_found: { status: 404, title: 'Request not found' },
  user_not_found: { status: 404, title: 'User not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Media type not available' },
  no_active_plan: { status: 409, title: 'No active plan' },
  key_limit_reached: { status: 409, title: 'Key limit of your plan reached', members: v.object({ allowed }) },
  token_limit_reached: { status: 409, title: 'Token limit reached', members: v.object({ allowed }) },
  grace_running: {
    status: 409,
    title: 'Another grace period is running',
    members: v.object({ graceEndsAt }),
  },
  key_revoked: { status: 409, title: 'Key revoked' },
  last_secret: { status: 409, title: 'Only working secret of the key' },
  too_many_keys: {
    status: 409,
    title: 'Too many active keys for this plan',
    members: v.object({ allowed, active, keys }),
  },
  second_factor_not_proved: { status: 409, title: 'Authenticator app not proved' },
  address_taken: { status: 409, title: 'Email address already in use' },
  account_busy: { status: 409, title: 'Account changed by another request' },
  billing_off: { status: 409, title: 'Billing is off' },
  no_customer: { status: 409, title: 'Nothing bought yet' },
  already_subscribed: { status: 409, title: 'Already subscribed' },
  payment_in_progress: { status: 409, title: 'Payment in progress' },
  period_not_paid: { status: 409, title: 'Current month not paid' },
  preview_outdated: { status: 409, title: 'Preview outdated' },
  address_refused: { status: 409, title: 'Billing address refused' },
  email_refused: { status: 409, title: 'Email address refused' },
  currency_refused: { status: 409, title: 'Currency refused' },
  subscription_changed: { status: 409, title: 'Subscription changed at Stripe' },
  request_too_large: { status: 413, title: 'Request body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  // draft-ietf-httpapi-idempotency-key-header: 422 if the key is used again with another payload.
  idempotency_conflict: { status: 422, title: 'Idempotency-Key already used for another request' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  billing_unavailable: { status: 503, title: 'Billing unavailable' },
  billing_misconfigured: { status: 503, title: 'Billing not set up correctly' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems).filter(isProblemCode);

/** Problems that only the operator can fix; some errors keep their own code in the log. */
const operatorProblems: ReadonlyMap<string, ProblemCode> = new Map([
  ['catalogue_incomplete', 'billing_misconfigured'],
  ['customer_missing', 'billing_misconfigured'],
  ['invalid_billing_secret', 'billing_misconfigured'],
]);

function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problems, code);
}

export const problemKind = (code: ProblemCode): ProblemKind => problems[code];

/**
 * The URI that identifies a problem (RFC 9457, `type`). Whether there is a page behind it is the operator's choice.
 * @param problemTypes base URL without a trailing slash
 */
export const problemType = (problemTypes: string, code: ProblemCode): string =>
  `${problemTypes}/${code.replaceAll('_', '-')}`;

/** Problem details (RFC 9457). */
export const problemSchema = v.object({
  type: v.pipe(
    v.string(),
    v.url(),
    v.description("URI of the problem: the service's base URL and the code, with hyphens. Compare `code` instead."),
  ),
  code: v.pipe(v.picklist(problemCodes), v.description('Stable code of the problem, for programs to compare.')),
  title: v.pipe(v.string(), v.description('Short summary; the same for every problem with this code.')),
  status: v.pipe(wholeNumber, v.description('HTTP status.')),
  detail: v.pipe(v.string(), v.description('What happened in this request, and what to do.')),
  requestId: v.pipe(v.string(), v.description('Id of this request. Include it when you contact support.')),
  errors: v.pipe(
    v.optional(errors),
    v.description('`invalid_request` only: each invalid value. `at` is its path, for example `body.name`.'),
  ),
  allowed: v.pipe(
    v.optional(wholeNumber),
    v.description(
      '`key_limit_reached` and `too_many_keys` only: number of active keys that the plan allows. `token_limit_reached` ' +
        'only: number of tokens that an account can have.',
    ),
  ),
  active: v.pipe(v.optional(wholeNumber), v.description('`too_many_keys` only: number of active keys.')),
  keys: v.pipe(
    v.optional(keys),
    v.description('`too_many_keys` only: your active keys, so that you can choose which to revoke.'),
  ),
  graceEndsAt: v.pipe(
    v.optional(timestampSchema),
    v.description('`grace_running` only: time at which the older secret stops working.'),
  ),
  historyFrom: v.pipe(
    v.optional(timestampSchema),
    v.description('`beyond_retention` only: start of your retained history.'),
  ),
});

export type ProblemDetails = v.InferOutput<typeof problemSchema>;

/** A request that the API refuses. `message` is public. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: ProblemCode;
  readonly errors: ProblemDetails['errors'];

  /** @param errors each invalid value of the request */
  constructor(code: ProblemCode, message: string, errors?: ProblemDetails['errors']) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** `internal_error` for every error without a code in the table of problems. */
export function problemCode(error: unknown): ProblemCode {
  if (!(error instanceof Error && 'code' in error)) return 'internal_error';
  return operatorProblems.get(String(error.code)) ?? (isProblemCode(error.code) ? error.code : 'internal_error');
}

function detailOf(error: unknown, code: ProblemCode): string {
  if (code === 'internal_error' || !(error instanceof Error)) {
    return 'The request failed because of an internal error. Try again shortly.';
  }
  // The message is for the operator, and is in the log.
  return 'code' in error && operatorProblems.has(String(error.code)) ? misconfigured : error.message;
}

const misconfigured =
  'The payment provider is not set up correctly. Nothing was charged. The operator has been notified; try again later.';

/** Only the messages of errors in the table of problems are public. @param problemTypes see {@link problemType} */
export function toProblem(error: unknown, requestId: string, problemTypes: string): ProblemDetails {
  const code = problemCode(error);
  const { status, title, members } = problemKind(code);
  const isPublic = code !== 'internal_error' && error instanceof Error;
  const detail = detailOf(error, code);
  const details = isPublic && members ? v.safeParse(members, error) : undefined;
  const type = problemType(problemTypes, code);
  return { type, code, title, status, detail, requestId, ...(details?.success && details.output) };
}
