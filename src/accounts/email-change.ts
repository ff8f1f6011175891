import { type ChangeDeps, type ChangeRequest, changeAccount, isCarriedOut } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { Log } from '../log.ts';
import type { SignUpPolicy } from '../settings.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { AddressTakenError, UserNotFoundError } from '../users/user-errors.ts';
import { attemptLimits, takeAttempt } from './attempt-limits.ts';
import { type PasswordDeps, requirePassword } from './password.ts';
import { endSessions, type SessionDeps } from './sessions.ts';
import { requireSignUp } from './sign-up-policy.ts';

// A change of the address has two steps. The user pool mails a code to the new address, and the old one stays until the
// user has entered the code there. Then the account gets the new address, and all sessions end.

/** The account's address differs from the pool's only between the two steps; capitals never matter. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Mails a code to a new address. What it answers does not depend on whether the address belongs to a customer.
 * @param policy who may have an account: a changed address must not be a way around it
 * @throws {WrongPasswordError} @throws {SignUpRefusedError} @throws {AddressTakenError} for the account's own address @throws {TooManyRequestsError}
 * @throws see {@link changeAccount}
 */
export async function requestEmailChange(
  deps: PasswordDeps & ChangeDeps & { readonly users: Pick<UserDirectory, 'find' | 'changeEmail' | 'delete'> },
  policy: SignUpPolicy,
  request: ChangeRequest,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const { accountId } = request;
  await requirePassword(deps, accountId, password);
  requireSignUp(policy, email);
  // A second mail would void the code of the first.
  if (await isCarriedOut(deps, request)) return;
  await takeAttempt(deps, attemptLimits.emailsOfAccount, accountId);
  await takeAttempt(deps, attemptLimits.emailsToAddress, email);
  await mailCode(deps, accountId, email);
  await changeAccount(deps, request, { decide: nothing, repeat: async () => undefined });
}

/** Not to a customer's address. An unfinished sign-up owns nothing, so it gives way; its owner can sign up again. */
async function mailCode(
  { users }: { readonly users: Pick<UserDirectory, 'find' | 'changeEmail' | 'delete'> },
  accountId: string,
  email: string,
): Promise<void> {
  const owner = await users.find(email);
  if (owner?.userId === accountId) throw new AddressTakenError();
  if (owner && owner.status !== 'FORCE_CHANGE_PASSWORD') return;
  if (owner) await users.delete(owner.userId);
  try {
    await users.changeEmail(accountId, email);
  } catch (error) {
    // Somebody has finished a sign-up meanwhile.
    if (!(error instanceof AddressTakenError)) throw error;
  }
}

export type FormerAddressDeps = {
  /** Tells the owner of an account's old address that it has another one; undefined without a sender of mails. */
  readonly tellFormerAddress: ((email: string) => Promise<void>) | undefined;
  readonly log: Log;
};

/** The account changes with the confirmation; until then only the request is stored. */
const nothing = async () => ({ result: undefined });

/**
 * Gives the account the address that its user has confirmed, ends all sessions, and tells the old address. Without a
 * confirmed change it does nothing, so it can be repeated.
 * @throws {SignUpRefusedError} @throws {UserNotFoundError} @throws see {@link endSessions}
 */
export async function confirmEmailChange(
  deps: SessionDeps & FormerAddressDeps & { readonly users: Pick<UserDirectory, 'find'> },
  policy: SignUpPolicy,
  account: Account,
  request: ChangeRequest,
): Promise<Account> {
  const user = await deps.users.find(account.accountId);
  if (!user) throw new UserNotFoundError();
  if (isSameAddress(user.email, account.email)) return account;
  requireSignUp(policy, user.email);
  let former: string | undefined;
  const changed = await endSessions(deps, request, ({ email }) => {
    former = undefined;
    // A concurrent request may have done it.
    if (isSameAddress(user.email, email)) return undefined;
    former = email;
    const after = { email: user.email };
    return { activity: { action: 'email_changed', before: { email }, after }, changes: after };
  });
  if (former !== undefined) await tellOwner(deps, former);
  return changed;
}

/** A failure changes nothing: a sender that is refused must not keep a customer out. A process that ends here tells nobody. */
async function tellOwner({ tellFormerAddress, log }: FormerAddressDeps, former: string): Promise<void> {
  try {
    await tellFormerAddress?.(former);
  } catch (error) {
    // Its message may name the address.
    log.warn('former_address_not_told', { error: error instanceof Error ? error.name : 'unknown' });
  }
}
