import { fixedErrorClass } from '../error-class.ts';

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

export class WeakPasswordError extends fixedErrorClass(
  'WeakPasswordError',
  'weak_password',
  'A password has 12 to 256 characters and does not start or end with a space. Choose another one.',
) {}

export class AddressTakenError extends fixedErrorClass(
  'AddressTakenError',
  'address_taken',
  'This or another account already has this e-mail address. Use another address.',
) {}
