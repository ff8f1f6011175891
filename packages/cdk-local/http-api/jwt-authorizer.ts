import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '../time.ts';
import type { Authorize, Verdict } from './authorize.ts';
import { descriptionOf, faultyToken, missingToken, type TokenFault } from './challenge.ts';
import { claimTexts } from './claims.ts';
import type { HttpApi, JwtAuthorizer } from './http-api.ts';

/**
 * The public keys of an issuer, as its JWKS gives them.
 * @throws for an issuer that is not served locally
 */
export type KeysOf = (issuer: string) => JWTVerifyGetKey;

export type JwtAuthorizeOptions = { readonly api: HttpApi; readonly keysOf: KeysOf; readonly clock: Clock };

/** A token that is not accepted. */
class TokenError extends Error {
  readonly fault: TokenFault;

  constructor(fault: TokenFault) {
    super(descriptionOf(fault));
    this.fault = fault;
  }
}

/**
 * Checks tokens as an HTTP API's own JWT authorizer does: form, signature, then kid, iss, aud or client_id, exp, nbf,
 * iat and scopes (API Gateway Developer Guide, "Control access to HTTP APIs with JWT authorizers"). The claims go on to
 * the integration.
 * @throws for an issuer that is not served locally
 */
export function createJwtAuthorize({ api, keysOf, clock }: JwtAuthorizeOptions): Authorize<JwtAuthorizer> {
  const issuers = api.routes.flatMap(({ authorizer }) => (authorizer?.type === 'jwt' ? authorizer.issuer : []));
  const keys = new Map(issuers.map((issuer) => [issuer, keysOf(issuer)]));

  const check = async (authorizer: JwtAuthorizer, token: string, scopes: readonly string[]): Promise<JWTPayload> => {
    const { issuer, audience } = authorizer;
    const claims = await verify(token, { issuer, keys: keys.get(issuer) ?? keysOf(issuer), now: clock() });
    if (!audienceOf(claims).some((one) => audience.includes(one))) throw new TokenError('audience');
    if (scopes.length > 0 && !scopesOf(claims).some((one) => scopes.includes(one))) throw new TokenError('scope');
    return claims;
  };

  return async (authorizer, { request, match }) => {
    const { scopes } = match.route;
    const token = tokenIn(authorizer.identitySource(request));
    if (!token) return { allowed: false, answer: missingToken, context: null };
    try {
      return allowed(await check(authorizer, token, scopes), scopes);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      return { allowed: false, answer: faultyToken(error.fault, scopes), context: null, error: error.message };
    }
  };
}

// The identity source holds the token alone, or with Bearer before it (the Developer Guide, as above).
const tokenIn = (identity: string | undefined): string | undefined => identity?.replace(/^Bearer(?: |$)/, '');

type Verification = { readonly issuer: string; readonly keys: JWTVerifyGetKey; readonly now: number };

async function verify(token: string, { issuer, keys, now }: Verification): Promise<JWTPayload> {
  if (token.split('.').length !== 3) throw new TokenError('malformed');
  const keyOf: JWTVerifyGetKey = (header, input) => {
    if (!header.kid) throw new TokenError('key');
    return keys(header, input);
  };
  const options = { algorithms: ['RS256'], issuer, requiredClaims: ['exp'], currentDate: new Date(now) };
  const { payload } = await jwtVerify(token, keyOf, options).catch((error: unknown) => {
    const fault = faultOf(error);
    throw fault ? new TokenError(fault) : error;
  });
  if (payload.iat !== undefined && payload.iat * 1_000 > now) throw new TokenError('notYetValid');
  return payload;
}

/** What of a token an error of the library speaks of; nothing when it is no fault of the token. */
function faultOf(error: unknown): TokenFault | undefined {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimFaults[error.claim] ?? 'unreadable';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWKSNoMatchingKey) return 'key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'unreadable';
  return undefined;
}

const claimFaults: Readonly<Record<string, TokenFault>> = { iss: 'issuer', nbf: 'notYetValid', exp: 'expired' };

// client_id counts only where there is no aud (the Developer Guide, "Troubleshooting", as above).
const audienceOf = ({ aud, client_id: clientId }: JWTPayload): string[] =>
  aud === undefined ? [String(clientId)] : [aud].flat();

const scopesOf = ({ scope, scp }: JWTPayload): string[] => [scope ?? scp ?? ''].flat().join(' ').split(' ');

const allowed = (claims: JWTPayload, scopes: readonly string[]): Verdict => ({
  allowed: true,
  context: {
    claims: claimTexts(claims),
    scopes: scopes.length > 0 ? scopesOf(claims).filter((scope) => scopes.includes(scope)) : null,
  },
});
