import * as v from 'valibot';
import { SignedOutError, UnreachableError } from '../api/api-errors.ts';

const messages = {
  wrong_credentials: 'The email address or the password is wrong.',
  locked_out: 'Too many attempts. Wait up to 15 minutes, then try again.',
  busy: 'The sign-in service is busy. Wait a moment and try again.',
  took_too_long: 'Your sign-in timed out. Sign in again.',
  wrong_code: 'That code is incorrect. Check it, or request a new one.',
  wrong_app_code:
    'That code is incorrect. Enter the code that your app shows now. If it is refused again, check the clock of the device.',
  expired_code: 'This code has expired. Request a new one.',
  used_code: 'This code has already been used. Wait for the next one.',
  weak_password: 'This password is too weak. It needs at least 12 characters, and must not be easy to guess.',
  address_taken: 'An account with this address already exists.',
  no_address: 'This account has no confirmed address.',
  invalid_address: 'This is not a valid email address.',
  not_delivered: 'The code could not be sent to this address. Check the spelling.',
  disabled: 'This account is closed.',
  unsupported: 'This account cannot sign in here.',
  temporary_password_expired: 'This code has expired.',
  failed: 'Something went wrong. Try again.',
};

export type SessionErrorCode = keyof typeof messages;

/** Only the operator can help with these. */
const helpless: readonly SessionErrorCode[] = ['disabled', 'unsupported'];

/** Signing up, signing in or changing credentials failed. The message is for the user. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

/** Whether only the operator can help, so that the message needs a way to contact support. */
export const needsSupport = (error: Error): boolean => error instanceof SessionError && helpless.includes(error.code);

/** Whether an error is a {@link SessionError} of that code. */
export const isSessionError = (error: unknown, code: SessionErrorCode): boolean =>
  error instanceof SessionError && error.code === code;

type Rule = { readonly message?: RegExp; readonly means: SessionErrorCode | 'unreachable' | 'signed_out' };

// Cognito uses one error name for several causes, and only the message tells them apart. The first matching rule applies.
const rules: Readonly<Record<string, readonly Rule[]>> = {
  NetworkError: [{ means: 'unreachable' }],
  NotAuthorizedException: [
    { message: /temporary password has expired/i, means: 'temporary_password_expired' },
    { message: /attempts exceeded/i, means: 'locked_out' },
    { message: /session/i, means: 'took_too_long' },
    { message: /token/i, means: 'signed_out' },
    { message: /disabled/i, means: 'disabled' },
    { message: /current state/i, means: 'unsupported' },
    { means: 'wrong_credentials' },
  ],
  UserNotFoundException: [{ means: 'wrong_credentials' }],
  UserUnAuthenticatedException: [{ means: 'signed_out' }],
  TokenRevokedException: [{ means: 'signed_out' }],
  RefreshTokenReuseException: [{ means: 'signed_out' }],
  InvalidParameterException: [
    { message: /no registered\/verified/i, means: 'no_address' },
    { message: /email/i, means: 'invalid_address' },
    { message: /password/i, means: 'weak_password' },
  ],
  CodeMismatchException: [{ means: 'wrong_code' }],
  EnableSoftwareTokenMFAException: [{ means: 'wrong_code' }],
  ExpiredCodeException: [{ message: /already been used/i, means: 'used_code' }, { means: 'expired_code' }],
  InvalidPasswordException: [{ means: 'weak_password' }],
  AliasExistsException: [{ means: 'address_taken' }],
  LimitExceededException: [{ means: 'locked_out' }],
  TooManyFailedAttemptsException: [{ means: 'locked_out' }],
  TooManyRequestsException: [{ means: 'busy' }],
  CodeDeliveryFailureException: [{ means: 'not_delivered' }],
  // Amplify has no pending sign-in: it was started too long ago, or in another page.
  SignInException: [{ means: 'took_too_long' }],
};

const named = v.object({ name: v.string(), message: v.string() });

/**
 * Maps an Amplify error by its name and, where that is ambiguous, by its message (Amazon Cognito user pools API reference,
 * "Errors" of each operation). Unknown errors become `failed`.
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

/** Converts a rejection by Amplify: `amplify().catch(throwSessionError)`. */
export function throwSessionError(error: unknown): never {
  throw toSessionError(error);
}

/** Says of a wrong code that it came from an authenticator app: nobody can send another. */
export function throwWrongAppCode(error: unknown): never {
  throw isSessionError(error, 'wrong_code') ? new SessionError('wrong_app_code') : error;
}
