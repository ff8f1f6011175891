import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { operate, type ServedPool, servePool, signUp, stopPools, tokensOf } from './served-pool.ts';

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(stopPools);

const refused = (__type: string, message?: string) => ({
  status: 400,
  body: expect.objectContaining(message ? { __type, message } : { __type }),
});
const refresh = (REFRESH_TOKEN: string, at = pool) =>
  operate(at, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } });

describe('tokens', () => {
  test('verify by the published keys, with issuer, audience and end as AWS’s', async () => {
    await signUp(pool, 'tokens@b.example');
    const { IdToken, AccessToken } = await tokensOf(pool, 'tokens@b.example');
    const { issuer, clientId: audience } = pool;
    const keys = createRemoteJWKSet(new URL(`${pool.url}/${pool.poolId}/.well-known/jwks.json`));
    const id = await jwtVerify(IdToken, keys, { issuer, audience, algorithms: ['RS256'] });
    expect(id.payload).toMatchObject({ token_use: 'id', email: 'tokens@b.example', email_verified: true });
    expect((id.payload.exp ?? 0) - (id.payload.iat ?? 0)).toBe(1_800);
    const access = await jwtVerify(AccessToken, pool.keysOf(issuer), { issuer, algorithms: ['RS256'] });
    const { sub, origin_jti } = id.payload;
    expect(access.payload).toMatchObject({ token_use: 'access', client_id: audience, sub, origin_jti });
    expect(access.payload.aud).toBeUndefined();
  });

  test('of another make open nothing', async () => {
    await signUp(pool, 'victim@b.example');
    const { AccessToken, IdToken } = await tokensOf(pool, 'victim@b.example');
    const { privateKey } = await generateKeyPair('RS256');
    const forged = new SignJWT(decodeJwt(AccessToken)).setProtectedHeader({ alg: 'RS256' });
    const invalid = refused('NotAuthorizedException', 'Invalid Access Token');
    for (const token of [await forged.sign(privateKey), IdToken, 'none']) {
      expect(await operate(pool, 'GetUser', { AccessToken: token })).toMatchObject(invalid);
      expect(await operate(pool, 'DeleteUser', { AccessToken: token })).toMatchObject(invalid);
      expect(await operate(pool, 'GlobalSignOut', { AccessToken: token })).toMatchObject(invalid);
    }
    expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject({ status: 200 });
  });

  test('that refresh are no others, and refresh nothing once they are revoked', async () => {
    await signUp(pool, 'revoked@b.example');
    const { AccessToken, RefreshToken } = await tokensOf(pool, 'revoked@b.example');
    const other = await tokensOf(pool, 'revoked@b.example');
    expect(await refresh(AccessToken)).toMatchObject(refused('NotAuthorizedException', 'Invalid Refresh Token'));
    const wrong = await operate(pool, 'RevokeToken', { Token: AccessToken });
    expect(wrong).toMatchObject(refused('UnsupportedTokenTypeException'));
    for (const _ of [1, 2]) {
      expect(await operate(pool, 'RevokeToken', { Token: RefreshToken })).toMatchObject({ status: 200 });
    }
    const revoked = refused('NotAuthorizedException', 'Refresh Token has been revoked');
    expect(await refresh(RefreshToken)).toMatchObject(revoked);
    const ended = refused('NotAuthorizedException', 'Access Token has been revoked');
    expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject(ended);
    expect(await operate(pool, 'GetUser', { AccessToken: other.AccessToken })).toMatchObject({ status: 200 });
  });

  test('of a user who was deleted open nothing', async () => {
    await signUp(pool, 'gone@b.example');
    const { AccessToken } = await tokensOf(pool, 'gone@b.example');
    expect(await operate(pool, 'DeleteUser', { AccessToken })).toMatchObject({ status: 200 });
    const unknown = refused('UserNotFoundException', 'User does not exist.');
    expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject(unknown);
  });

  test('end with the times of the client', async () => {
    const own = await servePool();
    await signUp(own, 'a@b.example');
    const { AccessToken, RefreshToken } = await tokensOf(own, 'a@b.example');
    own.putForward(30 * 60_000 + 1_000);
    const expired = refused('NotAuthorizedException', 'Access Token has expired');
    expect(await operate(own, 'GetUser', { AccessToken })).toMatchObject(expired);
    expect(await refresh(RefreshToken, own)).toMatchObject({ status: 200 });
    own.putForward(30 * 86_400_000);
    const over = refused('NotAuthorizedException', 'Refresh Token has expired');
    expect(await refresh(RefreshToken, own)).toMatchObject(over);
  });
});
