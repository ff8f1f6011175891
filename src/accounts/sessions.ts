import type { Activity } from '../directory/activity.ts';
import {
  type AccountChanges,
  type ChangeDeps,
  type ChangeRequest,
  changeAccount,
  isCarriedOut,
  nextVersion,
} from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import { fixedErrorClass } from '../error-class.ts';
import { type EpochMs, endOfSecond } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';

export type SessionDeps = ChangeDeps & {
  readonly users: Pick<UserDirectory, 'signOut'>;
  /** Waits for so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
};

/** Why sessions end, and what else changes with them. */
export type SessionEnd = { readonly activity: Activity; readonly changes?: AccountChanges };

/** The user has signed in before the account's sessions ended. The message is public. */
export class SessionEndedError extends fixedErrorClass(
  'SessionEndedError',
  'session_ended',
  'You were signed out. Sign in again.',
) {}

/** @param signedInAt the token's `auth_time`, which a refresh keeps @throws {SessionEndedError} */
export function requireSession({ sessionsValidFrom }: Pick<Account, 'sessionsValidFrom'>, signedInAt: EpochMs): void {
  if (signedInAt < sessionsValidFrom) throw new SessionEndedError();
}

/**
 * Ends all sessions of an account: their refresh tokens are revoked, and the management API refuses their ID tokens from
 * the next request. `auth_time` has whole seconds, so the end of sessions is the end of the current second, and this
 * function returns after it: a sign-in that follows is valid. After a failure in the middle the caller's token still works,
 * so that the request can be repeated.
 * @param decide gets the account as it is now; undefined ends no further sessions, and its errors change nothing
 * @throws see {@link changeAccount}
 */
export async function endSessions(
  deps: SessionDeps,
  request: ChangeRequest,
  decide: (account: Account) => SessionEnd | undefined = () => ({ activity: { action: 'sessions_ended' } }),
): Promise<Account> {
  const { users, clock, pause } = deps;
  if (!(await isCarriedOut(deps, request))) await users.signOut(request.accountId);
  const ended = await changeAccount<Account>(deps, request, {
    decide: async (account) => {
      const end = decide(account);
      if (!end) return { result: account };
      const { activity, changes } = end;
      const sessionsValidFrom = Math.max(account.sessionsValidFrom, endOfSecond(clock()));
      const next = nextVersion(account, { ...changes, sessionsValidFrom });
      return { change: { activity, account: next }, result: next };
    },
    repeat: async (account) => account,
  });
  await pause(Math.max(0, ended.sessionsValidFrom - clock()));
  return ended;
}
