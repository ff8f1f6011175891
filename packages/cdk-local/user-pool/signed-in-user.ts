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
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  return { ...caller, user };
}

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
  const { pool, user } = await signedIn(read(v.object({ AccessToken: text }), input).AccessToken, context);
  await context.users.change(pool, user, { RefreshTokens: [] });
  return {};
};

const tokenInput = v.looseObject({ AccessToken: text, UserCode: text });

/**
 * VerifySoftwareToken by cognito-local. It also turns the second factor on, which is undone here, because on AWS only
 * SetUserMFAPreference does that.
 */
export const verifySoftwareToken: UserPoolOperation = async (input, context) => {
  const request = read(tokenInput, input);
  const { pool, user } = await signedIn(request.AccessToken, context);
  const output = await context.cognitoLocal.run('VerifySoftwareToken', request).catch(translateMismatch);
  const verified = await context.users.find(pool, user.Username);
  const UserMFASettingList = user.UserMFASettingList ?? [];
  if (verified) await context.users.change(pool, verified, { UserMFASettingList });
  return output;
};

function translateMismatch(error: unknown): never {
  if (!(error instanceof UserPoolError) || error.code !== 'CodeMismatchException') throw error;
  throw new UserPoolError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
}
