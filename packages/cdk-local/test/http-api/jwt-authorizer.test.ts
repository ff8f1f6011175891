import { APIGatewayProxyEventV2Schema } from '@aws-lambda-powertools/parser/schemas/api-gatewayv2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { KeysOf } from '../../http-api/jwt-authorizer.ts';
import { type Options, type Running, resource, serve } from './test-api.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool';
const now = Date.UTC(2026, 8, 24, 12);
const seconds = now / 1_000;

const pair = await generateKeyPair('RS256');
const other = await generateKeyPair('RS256');
const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
const keysOf: KeysOf = () => createLocalJWKSet(jwks);

const claims = { iss: issuer, aud: 'client', sub: 'user', iat: seconds, exp: seconds + 1_800, email_verified: true };
const header: JWTHeaderParameters = { alg: 'RS256', kid: 'one' };
type Changed = { claims?: object; header?: Record<string, unknown>; key?: typeof pair.privateKey };
const token = (changed: Changed = {}) =>
  new SignJWT({ ...claims, ...changed.claims })
    .setProtectedHeader({ ...header, ...changed.header } as JWTHeaderParameters)
    .sign(changed.key ?? pair.privateKey);

const route = { AuthorizationType: 'JWT', AuthorizerId: 'Jwt' };
const authorizer = resource('AWS::ApiGatewayV2::Authorizer', 'Jwt', {
  ApiId: 'api123',
  Name: 'Jwt',
  AuthorizerType: 'JWT',
  IdentitySource: ['$request.header.Authorization'],
  JwtConfiguration: { Audience: ['client', 'second-client'], Issuer: issuer },
});

let api: Running;
const start = async (options: Options = {}) => {
  const changes = { Root: route, Devnet: { ...route, AuthorizationScopes: ['read', 'write'] }, ...options.changes };
  api = await serve({ more: [authorizer], keysOf, clock: () => now, ...options, changes });
  return api;
};
const call = (authorization?: string, path = '/') =>
  api.post(path, { headers: authorization === undefined ? {} : { authorization } });

describe('HTTP API, JWT authorizer', () => {
  beforeAll(async () => {
    await start();
  });
  afterAll(async () => {
    await api.stop();
    expect(api.faults).toEqual([]);
  });

  test.each(['Bearer ', ''])('accepts a token after "%s"', async (prefix) => {
    expect((await call(prefix + (await token()))).status).toBe(200);
  });

  test('forwards the claims as strings, and no scopes if the route has none', async () => {
    const more = { 'cognito:groups': ['admins', 'editors'], address: { city: 'Bern' } };
    await call(`Bearer ${await token({ claims: more })}`);
    const event = JSON.parse(api.events.proxy.at(-1) ?? '');
    expect(event.requestContext.authorizer).toEqual({
      jwt: {
        claims: {
          iss: issuer,
          aud: 'client',
          sub: 'user',
          iat: String(seconds),
          exp: String(seconds + 1_800),
          email_verified: 'true',
          'cognito:groups': '[admins editors]',
          address: '{"city":"Bern"}',
        },
        scopes: null,
      },
    });
    expect(APIGatewayProxyEventV2Schema.safeParse(event).error).toBeUndefined();
  });

  test('uses client_id as the audience without aud, as in access tokens', async () => {
    const access = { aud: undefined, client_id: 'second-client' };
    expect((await call(await token({ claims: access }))).status).toBe(200);
    expect((await call(await token({ claims: { ...access, aud: 'other' } }))).status).toBe(401);
  });

  test.each([['read'], ['openid write']])('accepts a token with one of the route’s scopes: %s', async (scope) => {
    expect((await call(await token({ claims: { scope } }), '/devnet')).status).toBe(200);
    const { scopes } = JSON.parse(api.events.proxy.at(-1) ?? '').requestContext.authorizer.jwt;
    expect(scopes).toEqual([scope.split(' ').at(-1)]);
  });

  test('also reads scopes from a list in scp', async () => {
    expect((await call(await token({ claims: { scp: ['write'] } }), '/devnet')).status).toBe(200);
  });

  test.each([undefined, '', 'Bearer', 'Bearer '])(
    'answers 401 and a bare challenge without a token: %j',
    async (none) => {
      const answer = await call(none);
      expect([answer.status, await answer.text()]).toEqual([401, '{"message":"Unauthorized"}']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('content-type')).toBe('application/json');
    },
  );

  const refusals: [string, string | (() => Promise<string>), string][] = [
    ['is no JWT', 'nope', 'token contains an invalid number of segments'],
    ['is no JWT behind Bearer', 'Bearer nope', 'token contains an invalid number of segments'],
    ['cannot be decoded', 'a.b.c', 'the token cannot be decoded'],
    ['is for another audience', () => token({ claims: { aud: 'other' } }), 'the token does not have a valid audience'],
    ['names no audience', () => token({ claims: { aud: undefined } }), 'the token does not have a valid audience'],
    ['has another issuer', () => token({ claims: { iss: `${issuer}2` } }), 'the token does not have a valid issuer'],
    ['ends now', () => token({ claims: { exp: seconds } }), 'the token has expired'],
    ['has no end', () => token({ claims: { exp: undefined } }), 'the token has expired'],
    ['begins in a second', () => token({ claims: { nbf: seconds + 1 } }), 'the token is not valid yet'],
    ['was issued in a second', () => token({ claims: { iat: seconds + 1 } }), 'the token is not valid yet'],
    ['names no key', () => token({ header: { kid: undefined } }), 'the token was signed with an unknown key'],
    ['names an unknown key', () => token({ header: { kid: 'two' } }), 'the token was signed with an unknown key'],
    ['is signed by somebody else', () => token({ key: other.privateKey }), 'the token has an invalid signature'],
    ['is signed with PS256', () => pss(), 'the token has an unsupported signing algorithm'],
    ['is not signed', unsigned, 'the token has an unsupported signing algorithm'],
  ];

  test.each(refusals)('answers 401 to a token that %s', async (_case, made, description) => {
    const before = api.events.proxy.length;
    const answer = await call(typeof made === 'string' ? made : await made());
    expect([answer.status, await answer.text()]).toEqual([401, '{"message":"Unauthorized"}']);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer scope="" error="invalid_token" error_description="${description}"`,
    );
    expect(api.events.proxy).toHaveLength(before);
  });

  test('refuses a changed payload under an honest signature', async () => {
    const [head, , signature] = (await token()).split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url');
    expect((await call(`${head}.${payload}.${signature}`)).status).toBe(401);
  });

  test('answers 403 to a token without a required scope, and names the scopes', async () => {
    const answer = await call(await token({ claims: { scope: 'openid' } }), '/devnet');
    expect([answer.status, await answer.text()]).toEqual([403, '{"message":"Forbidden"}']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer scope="read write" error="insufficient_scope" /);
  });
});

describe('a JWT authorizer', () => {
  afterEach(() => api.stop());

  test('compares times with the given clock', async () => {
    let at = now;
    await start({ clock: () => at });
    const live = await token();
    expect((await call(live)).status).toBe(200);
    at = (seconds + 1_800) * 1_000;
    expect((await call(live)).status).toBe(401);
  });

  test('shows claims and refusals in the access log', async () => {
    const Format = '$context.status $context.authorizer.claims.sub $context.authorizer.error';
    await start({ changes: { Stage: { AccessLogSettings: { DestinationArn: 'arn', Format } } } });
    await call(await token());
    await call('nope');
    expect(api.log).toEqual(['200 user -', '401 - token contains an invalid number of segments']);
  });

  test('answers 500 and reports the error if the issuer’s keys are not available', async () => {
    await start({
      keysOf: () => async () => {
        throw new TypeError('fetch failed');
      },
    });
    expect((await call(await token())).status).toBe(500);
    expect(api.faults).toEqual([expect.objectContaining({ message: 'fetch failed' })]);
  });
});

test('an unknown issuer is refused before anything listens', async () => {
  const keysOf = () => {
    throw new Error('no such issuer');
  };
  await expect(serve({ more: [authorizer], changes: { Root: route }, keysOf })).rejects.toThrow('no such issuer');
});

async function pss(): Promise<string> {
  const { privateKey } = await generateKeyPair('PS256');
  return token({ header: { alg: 'PS256' }, key: privateKey });
}

async function unsigned(): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', kid: 'one' })}.${part(claims)}.`;
}
