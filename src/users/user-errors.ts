import { fixedErrorClass } from '../error-class.ts';

/** The user pool has no such user. */
export class UserNotFoundError extends fixedErrorClass(
  'UserNotFoundError',
  'user_not_found',
  'The user does not exist. Sign up first.',
) {}

export class WrongPasswordError extends fixedErrorClass(
  'WrongPasswordError',
  'wrong_password',
  'The password is incorrect.',
) {}

/** A new password that the user pool does not accept. */
export class WeakPasswordError extends fixedErrorClass(
  'WeakPasswordError',
  'weak_password',
  'A password has 12 to 256 characters and does not start or end with a space. Choose another one.',
) {}

/** Another user has this e-mail address. */
export class AddressTakenError extends fixedErrorClass(
  'AddressTakenError',
  'address_taken',
  'This or another account already has this e-mail address. Use another address.',
) {}
