import type { ChangeOrigin } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../directory/directory-reads.ts';
import { fixedErrorClass } from '../error-class.ts';
import { hashRecoveryCode } from '../users/typed-codes.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { attemptLimits, networkOf, takeAttempt } from './attempt-limits.ts';
import type { PasswordDeps } from './password.ts';
import { endSessions, type SessionDeps } from './sessions.ts';

/** Address, password and code do not fit together. The message does not say which. */
class RecoveryRefusedError extends fixedErrorClass(
  'RecoveryRefusedError',
  'recovery_refused',
  'The email address, the password or the recovery code is incorrect, or the code was used before.',
) {}

export type Recovery = { readonly email: string; readonly password: string; readonly code: string };

export type RecoveryDeps = PasswordDeps &
  SessionDeps & { readonly users: Pick<UserDirectory, 'find' | 'disableSecondFactor'> };

/**
 * Turns off a lost second factor, spends the recovery code and ends all sessions. The code is spent last: after a failure
 * before that, the request can be repeated with the same code. Of concurrent requests with one code, one succeeds.
 * @param origin its network limits the attempts; the caller has counted those of the network (source-limit.ts)
 * @throws {RecoveryRefusedError} @throws {TooManyRequestsError} after 10 attempts for an address from a network in an hour
 * @throws {AccountBusyError}
 */
export async function recoverAccount(deps: RecoveryDeps, recovery: Recovery, origin: ChangeOrigin): Promise<void> {
  const { email, code } = recovery;
  await takeAttempt(deps, attemptLimits.recoveriesOfAddressAndSource, `${email} ${networkOf(origin.address ?? '')}`);
  const { accountId } = await requireOwner(deps, recovery);
  const spent = hashRecoveryCode(accountId, code);
  await deps.users.disableSecondFactor(accountId);
  await endSessions(deps, { accountId, origin }, ({ recoveryCodes }) => {
    const left = recoveryCodes.filter((hash) => hash !== spent);
    if (left.length === recoveryCodes.length) throw new RecoveryRefusedError();
    return {
      activity: { action: 'recovery_code_used', after: { codesLeft: left.length } },
      changes: { recoveryCodes: left },
    };
  });
}

/** The account whose address, password and code these are. @throws {RecoveryRefusedError} */
async function requireOwner(deps: RecoveryDeps, { email, password, code }: Recovery): Promise<Account> {
  if (!(await deps.users.isPassword(deps.serverClientId, email, password))) throw new RecoveryRefusedError();
  const user = await deps.users.find(email);
  const account = user && (await findIfExists(deps, user.userId));
  if (account?.recoveryCodes.includes(hashRecoveryCode(account.accountId, code))) return account;
  throw new RecoveryRefusedError();
}

async function findIfExists({ directory }: RecoveryDeps, accountId: string): Promise<Account | undefined> {
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (error instanceof AccountNotFoundError) return undefined;
    throw error;
  }
}
