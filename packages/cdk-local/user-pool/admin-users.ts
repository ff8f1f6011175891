import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { preferenceInput, preferFactor } from './second-factor.ts';
import { changeAttributes } from './user-attributes.ts';
import { attributes, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { poolOf, type UserPool } from './user-pool-properties.ts';
import { type User, userView } from './users.ts';

const nameInput = v.object({ UserPoolId: text, Username: text });

/** Finds the user of an administrator's operation by id or email address. */
async function userOf(input: unknown, context: UserPoolContext): Promise<{ pool: UserPool; user: User }> {
  const { UserPoolId, Username } = read(nameInput, input);
  const pool = poolOf(context.definitions, UserPoolId);
  const user = await context.users.find(pool, Username);
  if (user) return { pool, user };
  throw new UserPoolError('UserNotFoundException', 'User does not exist.');
}

/** AdminGetUser. */
export const adminGetUser: UserPoolOperation = async (input, context) => {
  const { user } = await userOf(input, context);
  const { Attributes: UserAttributes, ...view } = userView(user);
  const { UserMFASettingList, PreferredMfaSetting } = user;
  const factors = UserMFASettingList?.length ? { UserMFASettingList, PreferredMfaSetting } : {};
  return { ...view, UserAttributes, ...factors };
};

/** AdminDeleteUser. */
export const adminDeleteUser: UserPoolOperation = async (input, context) => {
  const { pool, user } = await userOf(input, context);
  await context.users.remove(pool, user);
  return {};
};

/** AdminUserGlobalSignOut: ends all sign-ins of the user. */
export const adminUserGlobalSignOut: UserPoolOperation = async (input, context) => {
  const { pool, user } = await userOf(input, context);
  await context.users.change(pool, user, { RefreshTokens: [] });
  return {};
};

const passwordInput = v.object({ Password: text, Permanent: v.nullish(v.boolean()) });

/** AdminSetUserPassword: a password, or a temporary one unless it is permanent. Sign-ins continue. */
export const adminSetUserPassword: UserPoolOperation = async (input, context) => {
  const { Password, Permanent } = read(passwordInput, input);
  const { pool, user } = await userOf(input, context);
  checkPassword(Password, pool.Policies.PasswordPolicy);
  const UserStatus = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
  await context.users.change(pool, user, { Password, PasswordSetAt: context.clock(), UserStatus });
  return {};
};

/** AdminSetUserMFAPreference. */
export const adminSetUserMFAPreference: UserPoolOperation = async (input, context) =>
  preferFactor(await userOf(input, context), read(preferenceInput, input), context);

const attributesInput = v.object({ UserAttributes: attributes });

/**
 * AdminUpdateUserAttributes. A new email address takes effect at once with `email_verified`, and otherwise as the
 * user's own change does.
 */
export const adminUpdateUserAttributes: UserPoolOperation = async (input, context) => {
  const { UserAttributes } = read(attributesInput, input);
  const { pool, user } = await userOf(input, context);
  await changeAttributes({ pool, user }, UserAttributes, context);
  return {};
};
