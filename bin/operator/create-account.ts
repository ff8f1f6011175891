import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { addUser, inviteUser } from '../../src/accounts/sign-up-mail.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../../src/directory/directory-reads.ts';
import { choosePlan } from '../../src/plans.ts';
import { hasHiddenCharacters } from '../../src/schema.ts';
import { CommandError, RefusedCommandError, UsageError } from '../command-errors.ts';
import type { OperatorGateway } from './operator-gateway.ts';

const emailSchema = v.pipe(v.string(), v.email(), v.maxLength(254));

/** @throws {UsageError} */
export function checkEmail(email: string): void {
  if (!v.is(emailSchema, email) || hasHiddenCharacters(email)) {
    throw new UsageError(`${email} is not an e-mail address.`);
  }
}

/**
 * Invites a user by e-mail, as a sign-up does, and creates the account with the user's id. A user who has no account, for
 * example because an earlier run was interrupted, keeps the password and gets the account; without a password they get a new
 * invitation.
 * @param options without an invitation no mail is sent: the user gets a code on the sign-up page
 * @throws {RefusedCommandError} if the account exists @throws {UnknownPlanError} before anything is created
 */
export async function createAccount(
  gateway: OperatorGateway,
  email: string,
  planId?: string,
  { isInvited }: { readonly isInvited: boolean } = { isInvited: true },
): Promise<Account> {
  const { plans } = gateway;
  const plan = planId === undefined ? plans.free : choosePlan(plans, planId, 'operator');
  const users = await gateway.openUsers();
  const user = await users.find(email);
  const existing = user && (await accountOf(gateway, user.userId));
  if (existing) {
    throw new RefusedCommandError(
      `The user ${email} exists: account ${existing.accountId}, on the plan ${existing.planId}. Nothing was changed.`,
    );
  }
  // The operator vouches for the address; the invitation proves it, because its code is needed to sign in.
  const address = email.toLowerCase();
  const owner = isInvited ? ((await inviteUser({ users }, address)) ?? user) : await addUser({ users }, address);
  if (!owner) throw new CommandError(`The user ${email} was just created by another command. Try again.`);
  return registerAccount(gateway, { accountId: owner.userId, email: owner.email, planId: plan.id }, gateway.origin);
}

/** The account of a user, if there is one. */
export async function accountOf({ directory }: OperatorGateway, accountId: string): Promise<Account | undefined> {
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (error instanceof AccountNotFoundError) return undefined;
    throw error;
  }
}
