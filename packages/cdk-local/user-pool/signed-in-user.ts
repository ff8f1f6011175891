import * as v from 'valibot';
import { type Caller, callerOf } from './caller.ts';
import type { Context, Operation } from './context.ts';
import { read, text } from './input.ts';
import { checkPassword } from './password-policy.ts';
import { notAuthorized, Refusal, wrongCredentials } from './refusal.ts';
import { originOf } from './tokens.ts';
import type { User } from './users.ts';

/**
 * Whose access token it is. One whose sign-in has no refresh token any more was revoked with that.
 * @throws {Refusal} NotAuthorizedException, UserNotFoundException
 */
export async function signedIn(token: string, context: Context): Promise<Caller & { readonly user: User }> {
  const { sub, client_id, origin_jti } = await context.tokens.verify(token, 'access');
  const caller = callerOf(context.definitions, client_id);
  const user = await context.users.find(caller.pool, sub);
  if (!user) throw new Refusal('UserNotFoundException', 'User does not exist.');
  if (!user.RefreshTokens.some((it) => originOf(it) === origin_jti)) {
    throw notAuthorized('Access Token has been revoked');
  }
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  return { ...caller, user };
}

const passwordsInput = v.object({ AccessToken: text, PreviousPassword: text, ProposedPassword: text });

/** ChangePassword. Who is signed in elsewhere stays so. */
export const changePassword: Operation = async (input, context) => {
  const { AccessToken, PreviousPassword, ProposedPassword } = read(passwordsInput, input);
  const { pool, user } = await signedIn(AccessToken, context);
  checkPassword(ProposedPassword, pool.Policies.PasswordPolicy);
  if (PreviousPassword !== user.Password) throw wrongCredentials();
  await context.users.change(pool, user, { Password: ProposedPassword });
  return {};
};

/** GlobalSignOut: no sign-in of the user goes on. */
export const globalSignOut: Operation = async (input, context) => {
  const { pool, user } = await signedIn(read(v.object({ AccessToken: text }), input).AccessToken, context);
  await context.users.change(pool, user, { RefreshTokens: [] });
  return {};
};
