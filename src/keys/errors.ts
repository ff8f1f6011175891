import type { Plan } from '../plans/plans.ts';

/** The account holds as many keys as its plan allows. */
export class KeyLimitError extends Error {
  override readonly name = 'KeyLimitError';
  readonly code = 'key_limit_reached';
  /** Keys that the plan allows. */
  readonly allowed: number;

  constructor({ id, keys }: Pick<Plan, 'id' | 'keys'>) {
    super(`The ${id} plan allows ${keys} keys. Revoke one, or change to a larger plan.`);
    this.allowed = keys;
  }
}

/** The account has no key with that id. */
export class KeyNotFoundError extends Error {
  override readonly name = 'KeyNotFoundError';
  readonly code = 'key_not_found';

  constructor(keyId: string) {
    super(`There is no key ${keyId}.`);
  }
}

/** A key is revoked, which is final: it can be neither renamed nor rotated. */
export class KeyRevokedError extends Error {
  override readonly name = 'KeyRevokedError';
  readonly code = 'key_revoked';

  constructor(keyId: string) {
    super(`Key ${keyId} is revoked and cannot be changed any more. Create a new one.`);
  }
}

/** A key's name is not 1 to 64 characters long, or holds some that cannot be seen. */
export class KeyNameError extends Error {
  override readonly name = 'KeyNameError';
  readonly code = 'invalid_key_name';
}

/** A rotation's grace is not a whole number of hours from 0 to 168. */
export class GraceError extends Error {
  override readonly name = 'GraceError';
  readonly code = 'invalid_grace';

  constructor() {
    super('The grace of a rotation is a whole number of hours from 0 to 168.');
  }
}

/** An Idempotency-Key was used within 24 hours for another request. */
export class IdempotencyConflictError extends Error {
  override readonly name = 'IdempotencyConflictError';
  readonly code = 'idempotency_conflict';

  constructor() {
    super('This Idempotency-Key was used for a key of another name. Use a new one for each new key.');
  }
}
