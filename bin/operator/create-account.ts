import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { addUser, inviteUser } from '../../src/accounts/sign-up-mail.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../../src/directory/directory-reads.ts';
import { choosePlan, type Plan } from '../../src/plans.ts';
import { hasHiddenCharacters } from '../../src/schema.ts';
import type { User } from '../../src/users/user-directory.ts';
import { CommandError, RefusedCommandError, UsageError } from '../command-errors.ts';
import type { OperatorGateway } from './operator-gateway.ts';

const emailSchema = v.pipe(v.string(), v.email(), v.maxLength(254));

/** @throws {UsageError} */
export function checkEmail(email: string): void {
  if (!v.is(emailSchema, email) || hasHiddenCharacters(email)) {
    throw new UsageError(`${email} is not an email address.`);
  }
}

/**
 * Invites a user by email, as a sign-up does, and creates the account with the user's id. A user who has no account, for
 * example because an earlier run was interrupted, keeps the password and gets the account; without a password they get a new
 * invitation.
 * @throws {RefusedCommandError} if the account exists @throws {UnknownPlanError} before anything is created
 */
export async function createAccount(gateway: OperatorGateway, email: string, planId?: string): Promise<Account> {
  const plan = planOf(gateway, planId);
  const { user, account } = await findOwner(gateway, email);
  if (account) {
    throw new RefusedCommandError(
      `The user ${email} exists: account ${account.accountId}, on the plan ${account.planId}. Nothing was changed.`,
    );
  }
  return createAccountOf(gateway, { user, email: email.toLowerCase() }, plan, true);
}

/** A user who has no account; `user` is undefined if there is none with the address. */
export type NewOwner = { readonly user: User | undefined; readonly email: string };

/**
 * Creates a user, if there is none, and the account.
 * @param isInvited without an invitation no mail is sent: the user gets a code on the sign-up page
 * @throws {AddressTakenError} if another command created the user at the same time
 */
export async function createAccountOf(
  gateway: OperatorGateway,
  { user, email }: NewOwner,
  plan: Plan,
  isInvited: boolean,
): Promise<Account> {
  const users = await gateway.openUsers();
  // The operator vouches for the address; the invitation proves it, because its code is needed to sign in.
  const owner = isInvited ? ((await inviteUser({ users }, email)) ?? user) : await addUser({ users }, email, user);
  if (!owner) throw new CommandError(`The user ${email} was just created by another command. Try again.`);
  return registerAccount(gateway, { accountId: owner.userId, email: owner.email, planId: plan.id }, gateway.origin);
}

/** @throws {UnknownPlanError} */
export const planOf = ({ plans }: OperatorGateway, planId: string | undefined): Plan =>
  planId === undefined ? plans.free : choosePlan(plans, planId, 'operator');

/** The user with an address, and their account. */
export async function findOwner(
  gateway: OperatorGateway,
  email: string,
): Promise<{ readonly user: User | undefined; readonly account: Account | undefined }> {
  const user = await (await gateway.openUsers()).find(email);
  return { user, account: user && (await accountOf(gateway, user.userId)) };
}

/** The account of a user, if there is one. */
async function accountOf({ directory }: OperatorGateway, accountId: string): Promise<Account | undefined> {
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (error instanceof AccountNotFoundError) return undefined;
    throw error;
  }
}
