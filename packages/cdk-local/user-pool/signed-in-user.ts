import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { originOf } from './tokens.ts';
import { notAuthorized, read, text, UserPoolError, wrongCredentials } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { type ClientAndPool, clientAndPoolOf } from './user-pool-properties.ts';
import type { User } from './users.ts';

/**
 * Finds the user of an access token. A token is revoked if its sign-in has no refresh token any more.
 * @throws {UserPoolError} NotAuthorizedException, UserNotFoundException
 */
export async function signedIn(
  token: string,
  context: UserPoolContext,
): Promise<ClientAndPool & { readonly user: User }> {
  const { sub, client_id, origin_jti } = await context.tokens.verify(token, 'access');
  const caller = clientAndPoolOf(context.definitions, client_id);
  const user = await context.users.find(caller.pool, sub);
  if (!user) throw new UserPoolError('UserNotFoundException', 'User does not exist.');
  if (!user.RefreshTokens.some((it) => originOf(it) === origin_jti)) {
    throw notAuthorized('Access Token has been revoked');
  }
  return { ...caller, user };
}

const tokenInput = v.object({ AccessToken: text });
const passwordsInput = v.object({ AccessToken: text, PreviousPassword: text, ProposedPassword: text });

/** ChangePassword. Other sign-ins continue. */
export const changePassword: UserPoolOperation = async (input, context) => {
  const { AccessToken, PreviousPassword, ProposedPassword } = read(passwordsInput, input);
  const { pool, user } = await signedIn(AccessToken, context);
  checkPassword(ProposedPassword, pool.Policies.PasswordPolicy);
  if (PreviousPassword !== user.Password) throw wrongCredentials();
  await context.users.change(pool, user, { Password: ProposedPassword });
  return {};
};

/** GlobalSignOut: ends all sign-ins of the user. */
export const globalSignOut: UserPoolOperation = async (input, context) => {
  const { pool, user } = await signedIn(read(tokenInput, input).AccessToken, context);
  await context.users.change(pool, user, { RefreshTokens: [] });
  return {};
};

/** GetUser. */
export const getUser: UserPoolOperation = async (input, context) => {
  const { user } = await signedIn(read(tokenInput, input).AccessToken, context);
  const { Username, Attributes: UserAttributes, UserMFASettingList, PreferredMfaSetting } = user;
  return { Username, UserAttributes, UserMFASettingList, PreferredMfaSetting };
};

/** DeleteUser. */
export const deleteUser: UserPoolOperation = async (input, context) => {
  const { pool, user } = await signedIn(read(tokenInput, input).AccessToken, context);
  await context.users.remove(pool, user);
  return {};
};
