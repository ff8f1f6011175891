import * as v from 'valibot';
import { isProblemCode, kindOf, type ProblemCode, typeOf } from './problems.ts';
import type { ProblemShape } from './shapes/problem.ts';

/** A request that the API itself refuses. `message` is public. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: ProblemCode;
  /** What is wrong with the request, part by part. */
  readonly errors: ProblemShape['errors'];

  constructor(code: ProblemCode, message: string, errors?: ProblemShape['errors']) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** The code of the problem that an error is answered with. */
export const codeOf = (error: unknown): ProblemCode =>
  error instanceof Error && 'code' in error && isProblemCode(error.code) ? error.code : 'internal_error';

/**
 * An error as problem details (RFC 9457). One that is in the table of problems has a message meant for clients; of any
 * other nothing is told.
 */
export function toProblem(error: unknown, requestId: string): ProblemShape {
  const code = codeOf(error);
  const { status, title, members } = kindOf(code);
  const known = code !== 'internal_error' && error instanceof Error;
  const detail = known ? error.message : 'The request could not be answered. Try again shortly.';
  const facts = known && members ? v.safeParse(members, error) : undefined;
  return { type: typeOf(code), title, status, detail, requestId, ...(facts?.success && facts.output) };
}
