import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { AwsError } from '../../src/aws/retry.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../../src/directory/directory-reads.ts';
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
 * Creates a user, whom Cognito invites by e-mail, and the account with the user's id. If the user exists without an
 * account, for example because an earlier run was interrupted, only the account is created.
 * @throws {RefusedCommandError} if the account exists @throws {UnknownPlanError} before anything is created
 */
export async function createAccount(gateway: OperatorGateway, email: string, planId?: string): Promise<Account> {
  const { plans } = gateway;
  const plan = planId === undefined ? plans.free : plans.choose(planId, 'operator');
  const { isNew, ...user } = await ensureUser(gateway.userPool, email);
  const existing = isNew ? undefined : await accountOf(gateway, user.accountId);
  if (existing) {
    throw new RefusedCommandError(
      `The user ${email} exists: account ${existing.accountId}, on the plan ${existing.planId}. Nothing was changed.`,
    );
  }
  return registerAccount(gateway, { ...user, planId: plan.id }, gateway.origin);
}

async function accountOf({ directory }: OperatorGateway, accountId: string): Promise<Account | undefined> {
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (error instanceof AccountNotFoundError) return undefined;
    throw error;
  }
}

type User = { readonly accountId: string; readonly email: string; readonly isNew: boolean };

async function ensureUser({ id: UserPoolId, api }: OperatorGateway['userPool'], Username: string): Promise<User> {
  // The operator vouches for the address; the invitation proves it, because its password is needed to sign in.
  const UserAttributes = [
    { Name: 'email', Value: Username },
    { Name: 'email_verified', Value: 'true' },
  ];
  const request = { UserPoolId, Username, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] };
  try {
    const { User } = await api.call('AdminCreateUser', request);
    return { ...readUser(v.parse(v.object({ Attributes: v.unknown() }), User).Attributes), isNew: true };
  } catch (error) {
    if (!(error instanceof AwsError && error.name === 'UsernameExistsException')) throw error;
    const { UserAttributes: found } = await api.call('AdminGetUser', { UserPoolId, Username });
    return { ...readUser(found), isNew: false };
  }
}

const attributesSchema = v.array(v.object({ Name: v.string(), Value: v.string() }));

function readUser(attributes: unknown): Omit<User, 'isNew'> {
  const named = new Map(v.parse(attributesSchema, attributes).map(({ Name, Value }) => [Name, Value]));
  const [accountId, email] = [named.get('sub'), named.get('email')];
  if (accountId && email) return { accountId, email };
  throw new CommandError('The user pool returned a user without an id or an e-mail address.');
}
