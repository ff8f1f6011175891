import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '../time.ts';
import { type ApiAnswer, gatewayAnswer, unauthorized } from './api-answer.ts';
import type { HttpApi, JwtAuthorizer } from './http-api.ts';
import type { Authorize, AuthorizerResult } from './lambda-event.ts';
import { unconfirmed } from './unconfirmed.ts';

/**
 * The public keys of an issuer, as its JWKS gives them.
 * @throws for an issuer that is not served locally
 */
export type KeysOf = (issuer: string) => JWTVerifyGetKey;

export type JwtAuthorizeOptions = { readonly api: HttpApi; readonly keysOf: KeysOf; readonly clock: Clock };

/** A refused token. */
class TokenError extends Error {
  readonly fault: TokenFault;

  constructor(fault: TokenFault) {
    super(descriptionOf(fault));
    this.fault = fault;
  }
}

/**
 * Checks tokens like the JWT authorizer of an HTTP API: form, signature, then kid, iss, aud or client_id, exp, nbf, iat
 * and scopes (API Gateway Developer Guide, "Control access to HTTP APIs with JWT authorizers"). The integration
 * receives the claims.
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

// The identity source holds the token, with or without `Bearer` (the Developer Guide, as above).
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

/** The fault of a token behind an error of the library; undefined for other errors. */
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

// client_id is used only without aud (the Developer Guide, "Troubleshooting", as above).
const audienceOf = ({ aud, client_id: clientId }: JWTPayload): string[] =>
  aud === undefined ? [String(clientId)] : [aud].flat();

const scopesOf = ({ scope, scp }: JWTPayload): string[] => [scope ?? scp ?? ''].flat().join(' ').split(' ');

const allowed = (claims: JWTPayload, scopes: readonly string[]): AuthorizerResult => ({
  allowed: true,
  context: {
    claims: claimTexts(claims),
    scopes: scopes.length > 0 ? scopesOf(claims).filter((scope) => scopes.includes(scope)) : null,
  },
});

/** Why a JWT authorizer refuses a token. */
type TokenFault = keyof typeof descriptions;

// The first by users' reports of the live service; the audience's by the API Gateway Developer Guide, "Troubleshooting
// issues with HTTP API JWT authorizers".
const descriptions = {
  malformed: 'token contains an invalid number of segments',
  audience: 'the token does not have a valid audience',
  ...unconfirmed.tokenFaults,
} as const;

const withChallenge = (answer: ApiAnswer, challenge: string): ApiAnswer => ({
  ...answer,
  headers: [...answer.headers, ['www-authenticate', challenge]],
});

/** The answer to a request without a token (users' reports of the live service: only the word). */
const missingToken: ApiAnswer = withChallenge(unauthorized, 'Bearer');

/** The description of a fault in the www-authenticate header. */
const descriptionOf = (fault: TokenFault): string => descriptions[fault];

/** The answer to a refused token on a route with these scopes, in the Developer Guide's form: spaces, no commas. */
function faultyToken(fault: TokenFault, scopes: readonly string[]): ApiAnswer {
  const { answer, error } =
    fault === 'scope'
      ? { answer: gatewayAnswer(unconfirmed.insufficientScope), error: 'insufficient_scope' }
      : { answer: unauthorized, error: 'invalid_token' };
  const challenge = `Bearer scope="${scopes.join(' ')}" error="${error}" error_description="${descriptionOf(fault)}"`;
  return withChallenge(answer, challenge);
}

/**
 * A token's claims as in an event, each one a string: `"exp": "1767225600"`, `"email_verified": "true"` and a
 * list as `"[admins editors]"` (users' reports of the live service).
 */
const claimTexts = (claims: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, textOf(value)]));

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  return typeof value === 'object' && value !== null ? unconfirmed.claimObject(value) : String(value);
}
