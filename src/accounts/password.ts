import { type ChangeRequest, isCarriedOut } from '../directory/change-account.ts';
import { IdempotencyConflictError } from '../directory/idempotent-request.ts';
import { fixedErrorClass } from '../error-class.ts';
import { type EpochMs, minuteMs } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { WrongPasswordError } from '../users/user-errors.ts';
import { attemptLimits, takeAttempt } from './attempt-limits.ts';
import { endSessions, type SessionDeps } from './sessions.ts';

export type PasswordDeps = Pick<SessionDeps, 'directory' | 'clock'> & {
  readonly users: Pick<UserDirectory, 'isPassword'>;
  /** The app client that checks passwords. */
  readonly serverClientId: string;
};

/**
 * Checks that the caller knows the account's password: a stolen token must not be enough.
 * @throws {WrongPasswordError} @throws {TooManyRequestsError} after 20 wrong passwords in an hour
 */
export async function requirePassword(deps: PasswordDeps, accountId: string, password: string): Promise<void> {
  const giveBack = await takeAttempt(deps, attemptLimits.passwordsOfAccount, accountId);
  if (!(await deps.users.isPassword(deps.serverClientId, accountId, password))) throw new WrongPasswordError();
  await giveBack();
}

/** The user entered the password too long ago for what the request does. */
class RecentSignInError extends fixedErrorClass(
  'RecentSignInError',
  'recent_sign_in_required',
  'You signed in too long ago for this. Send your password with the request, or sign in again.',
) {}

/** For this time after a sign-in, the API does not ask for the password again. */
const recentMs = 15 * minuteMs;

/**
 * Checks that the user has entered the password recently, or sends it: a stolen token must not be enough to spend money.
 * @throws {RecentSignInError} @throws {WrongPasswordError} @throws {TooManyRequestsError}
 */
export async function requireRecentSignIn(
  deps: PasswordDeps,
  { accountId, signedInAt }: { readonly accountId: string; readonly signedInAt: EpochMs },
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return requirePassword(deps, accountId, password);
  if (deps.clock() - signedInAt > recentMs) throw new RecentSignInError();
}

export type NewPassword = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Changes the password and ends all sessions, also the caller's. If an earlier try failed after it had set the password,
 * the new one proves the caller, so the request can be repeated.
 * @throws {WrongPasswordError} @throws {WeakPasswordError} @throws {TooManyRequestsError}
 * @throws {IdempotencyConflictError} @throws see {@link endSessions}
 */
export async function changePassword(
  deps: SessionDeps & PasswordDeps & { readonly users: Pick<UserDirectory, 'setPassword'> },
  request: ChangeRequest,
  { currentPassword, newPassword }: NewPassword,
): Promise<void> {
  const { accountId } = request;
  if (!(await isChanged(deps, accountId, { currentPassword, newPassword }))) {
    // Passwords are not part of a stored request, so a repetition is known by its new password being in use.
    if (await isCarriedOut(deps, request)) throw new IdempotencyConflictError();
    await deps.users.setPassword(accountId, newPassword);
  }
  await endSessions(deps, request, () => ({ activity: { action: 'password_changed' } }));
}

async function isChanged(deps: PasswordDeps, accountId: string, { currentPassword, newPassword }: NewPassword) {
  try {
    await requirePassword(deps, accountId, currentPassword);
    return false;
  } catch (error) {
    if (!(error instanceof WrongPasswordError)) throw error;
    if (await deps.users.isPassword(deps.serverClientId, accountId, newPassword)) return true;
    throw error;
  }
}
