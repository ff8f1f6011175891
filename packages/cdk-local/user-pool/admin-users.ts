import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { changeAttributes } from './user-attributes.ts';
import { attributes, invalidParameter, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { poolOf, type UserPool } from './user-pool-properties.ts';
import { type User, userView } from './users.ts';

const nameInput = v.object({ UserPoolId: text, Username: text });

/** Finds the user of an administrator's operation by id or e-mail address. */
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

const flag = v.nullish(v.boolean());
const factorInput = v.object({
  SoftwareTokenMfaSettings: v.nullish(v.object({ Enabled: flag, PreferredMfa: flag })),
});

/** AdminSetUserMFAPreference: turns the second factor on or off. Its shared secret is kept. */
export const adminSetUserMFAPreference: UserPoolOperation = async (input, context) => {
  const { SoftwareTokenMfaSettings: settings } = read(factorInput, input);
  const { pool, user } = await userOf(input, context);
  if (settings?.Enabled && !user.SoftwareTokenMfaConfiguration?.Verified) {
    throw invalidParameter('User has not verified software token mfa');
  }
  const others = (user.UserMFASettingList ?? []).filter((name) => name !== 'SOFTWARE_TOKEN_MFA');
  const UserMFASettingList = settings?.Enabled ? [...others, 'SOFTWARE_TOKEN_MFA'] : others;
  const { PreferredMfaSetting: _, ...rest } = user;
  const preferred = settings?.Enabled && settings.PreferredMfa ? { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' } : {};
  await context.users.change(pool, rest, { UserMFASettingList, ...preferred });
  return {};
};

const attributesInput = v.object({ UserAttributes: attributes });

/**
 * AdminUpdateUserAttributes. A new e-mail address takes effect at once with `email_verified`, and otherwise as the
 * user's own change does.
 */
export const adminUpdateUserAttributes: UserPoolOperation = async (input, context) => {
  const { UserAttributes } = read(attributesInput, input);
  const { pool, user } = await userOf(input, context);
  await changeAttributes({ pool, user }, UserAttributes, context);
  return {};
};
