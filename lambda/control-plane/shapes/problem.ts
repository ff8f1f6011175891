import * as v from 'valibot';
import { problemCodes, typeOf } from '../problems.ts';
import { momentShape } from './moment.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

/** Problem details (RFC 9457). */
export const problemShape = v.object({
  type: v.picklist(problemCodes.map(typeOf)),
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
  since: v.optional(momentShape),
});

export type ProblemShape = v.InferOutput<typeof problemShape>;
