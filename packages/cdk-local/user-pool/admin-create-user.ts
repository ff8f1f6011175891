import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { triggerData } from './pre-sign-up.ts';
import { attributes, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import type { UserPool } from './user-pool-properties.ts';
import { newIdentity } from './users.ts';

const named = { UserPoolId: text, Username: text };
const newUser = v.looseObject({
  ...named,
  TemporaryPassword: v.optional(text),
  MessageAction: v.optional(v.picklist(['RESEND', 'SUPPRESS'])),
});

/**
 * AdminCreateUser: creates a user with a temporary password, and sends it unless the message is suppressed. As on AWS, a
 * generated password meets the pool's policy.
 */
export const adminCreateUser: UserPoolOperation = async (input, { definitions, users, cognitoLocal }) => {
  const user = read(newUser, input);
  const pool = poolOf(definitions, user.UserPoolId);
  const exists = user.MessageAction !== 'RESEND' && (await users.find(pool, user.Username));
  if (exists) throw new UserPoolError('UsernameExistsException', 'User account already exists');
  const { TemporaryPassword = `${randomBytes(9).toString('base64url')}-Aa1` } = user;
  checkPassword(TemporaryPassword, pool.Policies.PasswordPolicy);
  return cognitoLocal.run('AdminCreateUser', { ...user, TemporaryPassword });
};

/** AdminGetUser. The name is the user's id or e-mail address; the pool decides whether the address is case-sensitive. */
export const adminGetUser: UserPoolOperation = async (input, { definitions, users, cognitoLocal }) => {
  const { UserPoolId, Username } = read(v.object(named), input);
  const user = await users.find(poolOf(definitions, UserPoolId), Username);
  if (!user) throw new UserPoolError('UserNotFoundException', 'User does not exist.');
  return cognitoLocal.run('AdminGetUser', { UserPoolId, Username: user.Username });
};

function poolOf({ pools }: UserPoolContext['definitions'], poolId: string): UserPool {
  const pool = pools.find(({ id }) => id === poolId);
  if (pool) return pool;
  throw new UserPoolError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
}

const adminInput = v.object({
  ...triggerData,
  UserPoolId: text,
  Username: text,
  UserAttributes: v.nullish(attributes),
  MessageAction: v.nullish(v.string()),
});

/** AdminCreateUser, after the pool's function has accepted the user. The function's response changes nothing (AWS). */
export const afterPreSignUp =
  (adminCreateUser: UserPoolOperation): UserPoolOperation =>
  async (input, context) => {
    const request = read(adminInput, input);
    const pool = context.definitions.pools.find(({ id }) => id === request.UserPoolId);
    // With RESEND the user exists already.
    if (pool && request.MessageAction !== 'RESEND') await askAsAdmin(pool, request, context);
    return adminCreateUser(input, context);
  };

async function askAsAdmin(
  pool: UserPool,
  { Username, UserAttributes, ...data }: v.InferOutput<typeof adminInput>,
  { preSignUp }: UserPoolContext,
): Promise<void> {
  const source = 'PreSignUp_AdminCreateUser';
  const user = newIdentity(pool, Username, UserAttributes ?? []);
  await preSignUp({ ...data, ...user, pool, source, clientId: 'CLIENT_ID_NOT_APPLICABLE' });
}
