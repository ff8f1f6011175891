/** The user pool has no such user. */
export class UserNotFoundError extends Error {
  override readonly name = 'UserNotFoundError';
  readonly code = 'user_not_found';

  constructor() {
    super('The user does not exist. Sign up first.');
  }
}

export class WrongPasswordError extends Error {
  override readonly name = 'WrongPasswordError';
  readonly code = 'wrong_password';

  constructor() {
    super('The password is incorrect.');
  }
}

/** A new password that the user pool does not accept. */
export class WeakPasswordError extends Error {
  override readonly name = 'WeakPasswordError';
  readonly code = 'weak_password';

  constructor() {
    super('A password has 12 to 256 characters and does not start or end with a space. Choose another one.');
  }
}

/** Another user has this e-mail address. */
export class AddressTakenError extends Error {
  override readonly name = 'AddressTakenError';
  readonly code = 'address_taken';

  constructor() {
    super('This or another account already has this e-mail address. Use another address.');
  }
}
