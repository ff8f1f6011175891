import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Running, resource, serve } from './test-api.ts';

const Issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool';
const { publicKey, privateKey } = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };

const authorizer = resource('AWS::ApiGatewayV2::Authorizer', 'Jwt', {
  ApiId: 'api123',
  AuthorizerType: 'JWT',
  IdentitySource: ['$request.header.Authorization'],
  JwtConfiguration: { Audience: ['client'], Issuer },
});

describe('an HTTP API with a JWT authorizer, a Lambda authorizer and a route without one', () => {
  let api: Running;
  beforeAll(async () => {
    const CorsConfiguration = { AllowOrigins: ['https://a.example'], AllowMethods: ['POST'] };
    api = await serve({
      more: [authorizer],
      keysOf: () => createLocalJWKSet({ keys: [jwk] }),
      authorizer: ({ headers }) => ({ isAuthorized: headers['x-api-key'] === 'secret', context: { keyId: 'key_1' } }),
      changes: {
        Api: { CorsConfiguration },
        Root: { RouteKey: 'POST /v1/{proxy+}', AuthorizationType: 'JWT', AuthorizerId: 'Jwt' },
        Devnet: { RouteKey: 'POST /v1/key' },
        Public: { RouteKey: 'POST /v1/sign-up', AuthorizationType: 'NONE', AuthorizerId: undefined },
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    expect(api.faults).toEqual([]);
  });
  const authorizerOf = () => JSON.parse(api.events.proxy.at(-1) ?? '').requestContext.authorizer;

  test('serves the public route without a token, and its event has no authorizer', async () => {
    expect((await api.post('/v1/sign-up', { headers: {} })).status).toBe(200);
    expect(JSON.parse(api.events.proxy.at(-1) ?? '').requestContext).not.toHaveProperty('authorizer');
    expect((await api.post('/v1/sign-up', { headers: { authorization: 'nonsense' } })).status).toBe(200);
  });

  test('asks the Lambda authorizer on its route only, although a greedy route matches', async () => {
    expect((await api.post('/v1/key', { headers: { 'x-api-key': 'secret' } })).status).toBe(200);
    expect(authorizerOf()).toEqual({ lambda: { keyId: 'key_1' } });
    expect((await api.post('/v1/key', { headers: { 'x-api-key': 'wrong' } })).status).toBe(403);
    const asked = api.events.authorizer.length;
    expect((await api.post('/v1/keys', { headers: { 'x-api-key': 'secret' } })).status).toBe(401);
    expect(api.events.authorizer.length).toBe(asked);
  });

  test('checks the token on all other routes', async () => {
    const claims = new SignJWT({ iss: Issuer, aud: 'client', sub: 'user' });
    const token = await claims
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    expect((await api.post('/v1/account', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(authorizerOf()).toMatchObject({ jwt: { claims: { sub: 'user' } } });
    expect((await api.post('/v1/account', { headers: {} })).status).toBe(401);
    // An exact path is another route than the greedy one: a slash more needs a token.
    expect((await api.post('/v1/sign-up/', { headers: {} })).status).toBe(401);
  });

  test.each(['/v1/sign-up', '/v1/key', '/v1/account'])('answers the preflight of %s itself', async (path) => {
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const answer = await fetch(`${api.url}${path}`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, 'https://a.example']);
  });
});
