import * as v from 'valibot';
import { SignedOutError, UnreachableError } from '../api/api-errors.ts';

const messages = {
  wrong_credentials: 'The e-mail address or the password is wrong.',
  wrong_password: 'Your current password is another one.',
  locked_out: 'Too many attempts. Wait a while, up to 15 minutes, and try again.',
  busy: 'The sign-in service is busy. Wait a moment and try again.',
  took_too_long: 'That took too long. Sign in again.',
  wrong_code: 'This code is not the right one. Look at it again, or ask for a new one.',
  expired_code: 'This code does not work any more. Ask for a new one.',
  used_code: 'This code has been used already. Wait for the next one.',
  weak_password: 'This password is not strong enough: each point of the list has to be met.',
  address_taken: 'There is an account with this address already.',
  already_confirmed: 'This address is confirmed already. Sign in.',
  no_address: 'This account has no confirmed address.',
  invalid_address: 'This is not an e-mail address that can be used here.',
  not_delivered: 'The code could not be sent to this address. Check the spelling.',
  disabled: 'This account is closed. Write to your operator.',
  unsupported: 'This account cannot sign in here. Write to your operator.',
  failed: 'Something went wrong. Try again.',
};

export type SessionErrorCode = keyof typeof messages;

/** Why somebody could not sign up, sign in, or change how they sign in; the message is for them. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

/** Whether an error is a {@link SessionError} of that code. */
export const isSessionError = (error: unknown, code: SessionErrorCode): boolean =>
  error instanceof SessionError && error.code === code;

type Rule = { readonly message?: RegExp; readonly means: SessionErrorCode | 'unreachable' | 'signed_out' };

// Amazon Cognito says with one name what only its message tells apart; the first rule that fits holds.
const rules: Readonly<Record<string, readonly Rule[]>> = {
  NetworkError: [{ means: 'unreachable' }],
  NotAuthorizedException: [
    { message: /attempts exceeded/i, means: 'locked_out' },
    { message: /session/i, means: 'took_too_long' },
    { message: /token/i, means: 'signed_out' },
    { message: /current status is confirmed/i, means: 'already_confirmed' },
    { message: /disabled/i, means: 'disabled' },
    { message: /current state/i, means: 'unsupported' },
    { means: 'wrong_credentials' },
  ],
  UserNotFoundException: [{ means: 'wrong_credentials' }],
  UserUnAuthenticatedException: [{ means: 'signed_out' }],
  TokenRevokedException: [{ means: 'signed_out' }],
  RefreshTokenReuseException: [{ means: 'signed_out' }],
  InvalidParameterException: [
    { message: /already confirmed/i, means: 'already_confirmed' },
    { message: /no registered\/verified/i, means: 'no_address' },
    { message: /email/i, means: 'invalid_address' },
    { message: /password/i, means: 'weak_password' },
  ],
  CodeMismatchException: [{ means: 'wrong_code' }],
  EnableSoftwareTokenMFAException: [{ means: 'wrong_code' }],
  ExpiredCodeException: [{ message: /already been used/i, means: 'used_code' }, { means: 'expired_code' }],
  InvalidPasswordException: [{ means: 'weak_password' }],
  UsernameExistsException: [{ means: 'address_taken' }],
  AliasExistsException: [{ means: 'address_taken' }],
  LimitExceededException: [{ means: 'locked_out' }],
  TooManyFailedAttemptsException: [{ means: 'locked_out' }],
  TooManyRequestsException: [{ means: 'busy' }],
  CodeDeliveryFailureException: [{ means: 'not_delivered' }],
  // Amplify holds no sign-in that a code could go on with: it was begun too long ago, or in another page.
  SignInException: [{ means: 'took_too_long' }],
};

const named = v.object({ name: v.string(), message: v.string() });

/**
 * What an error of Amplify's means, by its name and, where that says too little, its message (Amazon Cognito user pools
 * API reference, "Errors" of each operation). What is not known may be tried again.
 */
export function toSessionError(error: unknown): SessionError | SignedOutError | UnreachableError {
  if (error instanceof SessionError || error instanceof SignedOutError || error instanceof UnreachableError) {
    return error;
  }
  const { success, output } = v.safeParse(named, error);
  const candidates = success && Object.hasOwn(rules, output.name) ? (rules[output.name] ?? []) : [];
  const means = candidates.find(({ message }) => !message || (success && message.test(output.message)))?.means;
  if (means === 'unreachable') return new UnreachableError({ cause: error });
  if (means === 'signed_out') return new SignedOutError();
  return new SessionError(means ?? 'failed', { cause: error });
}

/** Turns a rejection of Amplify's into one of ours: `amplify().catch(fail)`. */
export function throwSessionError(error: unknown): never {
  throw toSessionError(error);
}
