import * as v from 'valibot';
import { callerOf } from './caller.ts';
import type { Context, Operation } from './context.ts';
import { read, text } from './input.ts';
import { notAuthorized, Refusal } from './refusal.ts';

const refreshInput = v.object({ ClientId: text, RefreshToken: text });

/** GetTokensFromRefreshToken, without rotation: new ID and access tokens of the same sign-in. */
export const getTokensFromRefreshToken: Operation = async (input, context) => {
  const { ClientId, RefreshToken } = read(refreshInput, input);
  return { AuthenticationResult: await renewed(ClientId, RefreshToken, context) };
};

/**
 * The next tokens for a refresh token.
 * @throws {Refusal} NotAuthorizedException
 */
export async function renewed(clientId: string, token: string, { definitions, users, tokens }: Context) {
  const { pool } = callerOf(definitions, clientId);
  const claims = await tokens.verify(token, 'refresh');
  if (claims.client_id !== clientId) throw notAuthorized('Invalid Refresh Token');
  const user = await users.find(pool, claims.sub);
  if (!user?.RefreshTokens.includes(token)) throw notAuthorized('Refresh Token has been revoked');
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  return tokens.renew(user, claims);
}

const revocationInput = v.object({ ClientId: text, Token: text });

/** RevokeToken: ends the sign-in of a refresh token, and its access tokens with it. One that has ended is no error. */
export const revokeToken: Operation = async (input, { definitions, users, tokens }) => {
  const { ClientId, Token } = read(revocationInput, input);
  const { pool } = callerOf(definitions, ClientId);
  const claims = await tokens.verify(Token, 'refresh').catch(() => {
    throw new Refusal('UnsupportedTokenTypeException', 'Unsupported token type');
  });
  const user = await users.find(pool, claims.sub);
  if (user) await users.change(pool, user, { RefreshTokens: user.RefreshTokens.filter((it) => it !== Token) });
  return {};
};
