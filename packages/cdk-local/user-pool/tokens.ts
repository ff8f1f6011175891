import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeJwt,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import * as v from 'valibot';
import { readSavedFile } from '../saved-file.ts';
import type { Clock } from '../time.ts';
import { notAuthorized } from './user-pool-answer.ts';
import {
  type ClientAndPool,
  clientAndPoolOf,
  type UserPoolClient,
  type UserPoolDefinitions,
} from './user-pool-properties.ts';
import { attributeOf, type User } from './users.ts';

/** The part of a token's issuer before the pool's id. */
export const issuerDomain = (region: string): string => `https://cognito-idp.${region}.amazonaws.com`;

const claims = v.object({
  sub: v.string(),
  client_id: v.string(),
  origin_jti: v.string(),
  token_use: v.picklist(['access', 'refresh']),
  auth_time: v.number(),
});

/** The claims of our tokens: the user, and the sign-in in `origin_jti`. */
type TokenClaims = v.InferOutput<typeof claims>;

/** The sign-in of a token that has been verified before. */
export const originOf = (token: string): unknown => decodeJwt(token).origin_jti;

/** Issues the tokens of InitiateAuth and verifies them. */
export type TokenIssuer = {
  /** Issues the tokens of a new sign-in, with a refresh token. */
  readonly start: (user: User, clientId: string) => Promise<Issued & { readonly RefreshToken: string }>;
  /** Issues new tokens for the sign-in of a refresh token. */
  readonly renew: (user: User, claims: TokenClaims) => Promise<Issued>;
  /** @throws {UserPoolError} NotAuthorizedException for a token that is invalid, of another use, or expired */
  readonly verify: (token: string, use: TokenClaims['token_use']) => Promise<TokenClaims>;
};

type Issued = {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
};

export type TokenIssuerOptions = {
  readonly signingKeys: SigningKeys;
  readonly definitions: UserPoolDefinitions;
  readonly region: string;
  readonly clock: Clock;
};

export function createTokenIssuer({ signingKeys, definitions, region, clock }: TokenIssuerOptions): TokenIssuer {
  const keys: JWTVerifyGetKey = createLocalJWKSet({
    keys: [...signingKeys.values()].flatMap(({ published }) => published.keys),
  });

  const sign = async ({ pool }: ClientAndPool, payload: JWTPayload, seconds: number): Promise<string> => {
    const signingKey = signingKeys.get(pool.id);
    if (!signingKey) throw new TypeError(`The pool ${pool.id} has no signing key`);
    const now = Math.floor(clock() / 1_000);
    const times = { iat: now, exp: now + seconds, jti: payload.jti ?? randomUUID() };
    return new SignJWT({ ...payload, ...times, iss: `${issuerDomain(region)}/${pool.id}` })
      .setProtectedHeader({ alg: 'RS256', kid: signingKey.id })
      .sign(signingKey.key);
  };

  const issue = async (user: User, { sub, client_id, origin_jti, auth_time }: Omit<TokenClaims, 'token_use'>) => {
    const caller = clientAndPoolOf(definitions, client_id);
    const { access, id } = lifetimes(caller.client);
    const common = { sub, origin_jti, auth_time, event_id: randomUUID() };
    const AccessToken = await sign(caller, { ...common, ...accessClaims(user), client_id }, access);
    const IdToken = await sign(caller, { ...common, ...idClaims(user), aud: client_id }, id);
    return { AccessToken, IdToken, ExpiresIn: access, TokenType: 'Bearer' } as const;
  };

  return {
    start: async (user, clientId) => {
      const caller = clientAndPoolOf(definitions, clientId);
      const sub = attributeOf(user, 'sub') ?? user.Username;
      const origin = { sub, client_id: clientId, origin_jti: randomUUID(), auth_time: Math.floor(clock() / 1_000) };
      const refresh = await sign(caller, { ...origin, token_use: 'refresh' }, lifetimes(caller.client).refresh);
      return { ...(await issue(user, origin)), RefreshToken: refresh };
    },
    renew: issue,
    verify: async (token, use) => {
      const name = use === 'access' ? 'Access Token' : 'Refresh Token';
      const { payload } = await jwtVerify(token, keys, { currentDate: new Date(clock()) }).catch((error: unknown) => {
        throw notAuthorized(error instanceof errors.JWTExpired ? `${name} has expired` : `Invalid ${name}`);
      });
      if (!v.is(claims, payload) || payload.token_use !== use) throw notAuthorized(`Invalid ${name}`);
      return payload;
    },
  };
}

const accessClaims = ({ Username }: User): JWTPayload => ({
  token_use: 'access',
  scope: 'aws.cognito.signin.user.admin',
  username: Username,
});

const idClaims = (user: User): JWTPayload => ({
  token_use: 'id',
  'cognito:username': user.Username,
  email: attributeOf(user, 'email'),
  email_verified: attributeOf(user, 'email_verified') === 'true',
});

const secondsOf = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

// Without units: hours, hours and days (CloudFormation, AWS::Cognito::UserPoolClient
// TokenValidityUnits).
const lifetimes = ({ TokenValidityUnits: units, ...client }: UserPoolClient) => ({
  access: client.AccessTokenValidity * secondsOf[units.AccessToken ?? 'hours'],
  id: client.IdTokenValidity * secondsOf[units.IdToken ?? 'hours'],
  refresh: client.RefreshTokenValidity * secondsOf[units.RefreshToken ?? 'days'],
});

/** The signing key of a pool, and the key set that it publishes. */
type SigningKey = {
  readonly id: string;
  readonly key: CryptoKey;
  readonly published: { readonly keys: JWK[] };
};

const storedKey = v.looseObject({ kty: v.literal('RSA'), n: v.string(), e: v.string(), kid: v.string() });

/** The signing keys of the pools by their ids: a token of one pool is no token of another. */
export type SigningKeys = ReadonlyMap<string, SigningKey>;

/** Reads the pools' keys or creates them, so that tokens are valid after a restart and only in this folder's pools. */
export async function openSigningKeys(folder: string, { pools }: UserPoolDefinitions): Promise<SigningKeys> {
  return new Map(await Promise.all(pools.map(async ({ id }) => [id, await openSigningKey(folder, id)] as const)));
}

async function openSigningKey(folder: string, poolId: string): Promise<SigningKey> {
  const file = join(folder, `signing-key-${poolId}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await newKey()), { mode: 0o600 });
  const jwk = readSavedFile(file, storedKey);
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new TypeError(`${file} does not contain an RSA key`);
  const { kty, n, e, kid } = jwk;
  return { id: kid, key, published: { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] } };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
}
