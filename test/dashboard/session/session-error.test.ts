import { describe, expect, test } from '@jest/globals';
import { SignedOutError, UnreachableError } from '../../../dashboard/api/api-errors.ts';
import {
  isSessionError,
  SessionError,
  type SessionErrorCode,
  throwSessionError,
  toSessionError,
} from '../../../dashboard/session/session-error.ts';

const amplifys = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

const known: readonly [name: string, message: string, code: SessionErrorCode][] = [
  ['NotAuthorizedException', 'Incorrect username or password.', 'wrong_credentials'],
  ['UserNotFoundException', 'User does not exist.', 'wrong_credentials'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'locked_out'],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 'locked_out'],
  ['TooManyFailedAttemptsException', '', 'locked_out'],
  ['TooManyRequestsException', 'Rate exceeded', 'busy'],
  ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'took_too_long'],
  ['SignInException', 'An error occurred during the sign in process.', 'took_too_long'],
  ['NotAuthorizedException', 'User is disabled.', 'disabled'],
  ['NotAuthorizedException', 'User password cannot be reset in the current state.', 'unsupported'],
  [
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
    'no_address',
  ],
  ['InvalidParameterException', 'Invalid email address format.', 'invalid_address'],
  ['InvalidParameterException', 'Username should be an email.', 'invalid_address'],
  ['InvalidParameterException', "Value at 'password' failed to satisfy constraint", 'weak_password'],
  ['InvalidPasswordException', 'Password did not conform with policy', 'weak_password'],
  ['CodeMismatchException', 'Invalid verification code provided, please try again.', 'wrong_code'],
  ['EnableSoftwareTokenMFAException', 'Code mismatch', 'wrong_code'],
  ['ExpiredCodeException', 'Invalid code provided, please request a code again.', 'expired_code'],
  ['ExpiredCodeException', 'Your software token has already been used once.', 'used_code'],
  ['AliasExistsException', '', 'address_taken'],
  ['CodeDeliveryFailureException', '', 'not_delivered'],
  [
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
    'temporary_password_expired',
  ],
];

describe('toSessionError', () => {
  test.each(known)('%s “%s” means %s', (name, message, code) => {
    const error = toSessionError(amplifys(name, message));
    expect(error).toBeInstanceOf(SessionError);
    expect(error.code).toBe(code);
  });

  test('a wrong password and an unknown address have the same message', () => {
    const messages = ['NotAuthorizedException', 'UserNotFoundException'].map(
      (name) => toSessionError(amplifys(name)).message,
    );
    expect(new Set(messages)).toEqual(new Set(['The email address or the password is wrong.']));
  });

  test.each([
    ['NotAuthorizedException', 'Access Token has been revoked'],
    ['NotAuthorizedException', 'Refresh Token has expired'],
    ['NotAuthorizedException', 'Invalid Refresh Token'],
    ['UserUnAuthenticatedException', 'User needs to be authenticated to call this API.'],
    ['TokenRevokedException', ''],
    ['RefreshTokenReuseException', ''],
  ])('%s “%s” means that the session has ended', (name, message) => {
    expect(toSessionError(amplifys(name, message))).toBeInstanceOf(SignedOutError);
  });

  test('a network error means unreachable, and keeps its cause', () => {
    const cause = amplifys('NetworkError', 'A network error has occurred.');
    const error = toSessionError(cause);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error.cause).toBe(cause);
  });

  test.each([
    ['an internal error of the service', amplifys('InternalErrorException', 'oops')],
    ['an unknown name', amplifys('SomethingNewException')],
    ['a name of an object’s method', amplifys('toString')],
    ['an InvalidParameterException without details', amplifys('InvalidParameterException', 'no')],
    ['undefined', undefined],
    ['a string', 'oops'],
  ])('%s may be tried again', (_what, error) => {
    expect(toSessionError(error).code).toBe('failed');
  });

  test('the messages of the service are never shown', () => {
    const words = 'internal detail 4711';
    for (const [name] of known) expect(toSessionError(amplifys(name, words)).message).not.toContain(words);
  });

  test('errors of the dashboard are returned unchanged', () => {
    for (const error of [new SessionError('busy'), new SignedOutError(), new UnreachableError({})]) {
      expect(toSessionError(error)).toBe(error);
    }
  });
});

test('throwSessionError throws the converted error', () => {
  expect(() => throwSessionError(amplifys('CodeMismatchException'))).toThrow(
    expect.objectContaining({ name: 'SessionError', code: 'wrong_code' }),
  );
});

test('isSessionError compares the code', () => {
  expect(isSessionError(new SessionError('busy'), 'busy')).toBe(true);
  expect(isSessionError(new SessionError('busy'), 'failed')).toBe(false);
  expect(isSessionError(Object.assign(new Error(), { code: 'busy' }), 'busy')).toBe(false);
});
