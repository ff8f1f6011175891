import * as v from 'valibot';
import { notAuthorized, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { clientAndPoolOf } from './user-pool-properties.ts';

const refreshInput = v.object({ ClientId: text, RefreshToken: text });

/** GetTokensFromRefreshToken, without rotation: new ID and access tokens of the same sign-in. */
export const getTokensFromRefreshToken: UserPoolOperation = async (input, context) => {
  const { ClientId, RefreshToken } = read(refreshInput, input);
  return { AuthenticationResult: await renewTokens(ClientId, RefreshToken, context) };
};

/**
 * Returns new tokens for a refresh token.
 * @throws {UserPoolError} NotAuthorizedException
 */
export async function renewTokens(clientId: string, token: string, { definitions, users, tokens }: UserPoolContext) {
  const { pool } = clientAndPoolOf(definitions, clientId);
  const claims = await tokens.verify(token, 'refresh');
  if (claims.client_id !== clientId) throw notAuthorized('Invalid Refresh Token');
  const user = await users.find(pool, claims.sub);
  if (!user?.RefreshTokens.includes(token)) throw notAuthorized('Refresh Token has been revoked');
  return tokens.renew(user, claims);
}

const revocationInput = v.object({ ClientId: text, Token: text });

/** RevokeToken: ends the sign-in of a refresh token with its access tokens. An ended sign-in is not an error. */
export const revokeToken: UserPoolOperation = async (input, { definitions, users, tokens }) => {
  const { ClientId, Token } = read(revocationInput, input);
  const { pool } = clientAndPoolOf(definitions, ClientId);
  const claims = await tokens.verify(Token, 'refresh').catch(() => {
    throw new UserPoolError('UnsupportedTokenTypeException', 'Unsupported token type');
  });
  const user = await users.find(pool, claims.sub);
  if (user) await users.change(pool, user, { RefreshTokens: user.RefreshTokens.filter((it) => it !== Token) });
  return {};
};
