import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { poolTemplate } from './pool-template.ts';
import { operate, password, type ServedPool, servePool, signIn, signUp, stopPools, tokensOf } from './served-pool.ts';

// A second pool like the first, in the same template and at the same address.
const { properties: poolProperties } = poolTemplate().get('Pool');
const { properties: clientProperties } = poolTemplate().get('Client');
const others = {
  Other: { Type: 'AWS::Cognito::UserPool', Properties: poolProperties },
  OtherClient: {
    Type: 'AWS::Cognito::UserPoolClient',
    Properties: { ...clientProperties, UserPoolId: { Ref: 'Other' } },
  },
};

let pool: ServedPool;
let other: ServedPool;
beforeAll(async () => {
  pool = await servePool({ changes: { others } });
  const template = poolTemplate({ others });
  const { ref: poolId } = template.get('Other');
  const issuer = pool.issuer.replace(pool.poolId, poolId);
  other = { ...pool, poolId, issuer, clientId: template.get('OtherClient').ref };
});
afterAll(stopPools);

const refused = (__type: string) => ({ status: 400, body: expect.objectContaining({ __type }) });
const keysOf = ({ url, poolId }: ServedPool) => createRemoteJWKSet(new URL(`${url}/${poolId}/.well-known/jwks.json`));

test('the same address is two users with two passwords', async () => {
  const Username = 'both@b.example';
  await signUp(pool, Username);
  expect(await signIn(other, Username)).toMatchObject(refused('NotAuthorizedException'));
  await operate(other, 'SignUp', { Username, Password: 'Battery-staple-2' });
  await operate(other, 'ConfirmSignUp', { Username, ConfirmationCode: await other.code(Username) });
  expect(await signIn(other, Username)).toMatchObject(refused('NotAuthorizedException'));
  const [one, two] = [await tokensOf(pool, Username), await tokensOf(other, Username, 'Battery-staple-2')];
  expect(one.AccessToken).not.toBe(two.AccessToken);
});

test('a code of one pool confirms nothing in the other', async () => {
  const Username = 'coded@b.example';
  for (const at of [pool, other]) await operate(at, 'SignUp', { Username, Password: password });
  const ConfirmationCode = await pool.code(Username);
  const crossed = await operate(other, 'ConfirmSignUp', { Username, ConfirmationCode });
  expect(crossed).toMatchObject(refused('CodeMismatchException'));
  expect(await operate(pool, 'ConfirmSignUp', { Username, ConfirmationCode })).toMatchObject({ status: 200 });
});

test('each pool signs with its own key, which alone verifies its tokens', async () => {
  await signUp(pool, 'signed@b.example');
  const { IdToken } = await tokensOf(pool, 'signed@b.example');
  await jwtVerify(IdToken, keysOf(pool));
  await expect(jwtVerify(IdToken, keysOf(other))).rejects.toThrow('no applicable key found');
  await expect(jwtVerify(IdToken, pool.keysOf(other.issuer))).rejects.toThrow('no applicable key found');
});

test('tokens and clients of one pool are refused with the other’s', async () => {
  await signUp(pool, 'crossed@b.example');
  const { RefreshToken } = await tokensOf(pool, 'crossed@b.example');
  const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } };
  expect(await operate(other, 'InitiateAuth', refresh)).toMatchObject(refused('NotAuthorizedException'));
  expect(await operate(pool, 'InitiateAuth', refresh)).toMatchObject({ status: 200 });
  const AuthParameters = { USERNAME: 'crossed@b.example', PASSWORD: password };
  const admin = { UserPoolId: other.poolId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters };
  expect(await operate(pool, 'AdminInitiateAuth', admin)).toMatchObject(refused('ResourceNotFoundException'));
});

test('a revocation with the other pool’s client ends nothing', async () => {
  await signUp(pool, 'kept@b.example');
  const { AccessToken, RefreshToken } = await tokensOf(pool, 'kept@b.example');
  await operate(other, 'RevokeToken', { Token: RefreshToken });
  expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject({ status: 200 });
});
