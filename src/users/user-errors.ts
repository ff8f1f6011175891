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
  'A password has 12 to 256 characters, does not start or end with a space and is not easy to guess, such as a common word ' +
    'that is repeated. Choose another one.',
) {}

export class AddressTakenError extends fixedErrorClass(
  'AddressTakenError',
  'address_taken',
  'This or another account already has this email address. Use another address.',
) {}

export class SecondFactorNotProvedError extends fixedErrorClass(
  'SecondFactorNotProvedError',
  'second_factor_not_proved',
  'No authenticator app has proved its secret. Enter a code of the app at the user pool first (`VerifySoftwareToken`).',
) {}
