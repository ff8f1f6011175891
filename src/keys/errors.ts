/** The account holds as many keys as its plan allows. */
export class KeyLimitError extends Error {
  override readonly name = 'KeyLimitError';
  readonly code = 'key_limit_reached';

  constructor(planId: string, keys: number) {
    super(`The ${planId} plan allows ${keys} keys. Revoke one, or change to a larger plan.`);
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

/** A key's name is not 1 to 64 characters long. */
export class KeyNameError extends Error {
  override readonly name = 'KeyNameError';
  readonly code = 'invalid_key_name';

  constructor() {
    super('A key needs a name of 1 to 64 characters.');
  }
}
