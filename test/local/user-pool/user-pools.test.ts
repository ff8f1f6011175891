import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import { takeDoor } from '../../../local/http-api/door.ts';
import { UnsupportedResourceError } from '../../../local/properties.ts';
import { createCodes } from '../../../local/user-pool/codes.ts';
import { startUserPools, type UserPools } from '../../../local/user-pool/user-pools.ts';
import { place } from '../template/written-template.ts';
import { poolTemplate } from './pool.ts';

const template = poolTemplate();
const poolId = template.get('Pool').ref;
const ClientId = template.get('Client').ref;
const issuer = `https://cognito-idp.${place.region}.amazonaws.com/${poolId}`;
const Password = 'Correct-horse-1';

type Served = UserPools & { codes: ReturnType<typeof createCodes>; stopAll: () => Promise<void> };

async function serve(folder = mkdtempSync(join(tmpdir(), 'sluice-user-pools-'))): Promise<Served> {
  const codes = createCodes();
  const door = await takeDoor(0);
  const options = { template, region: place.region, door, folder, onMessage: codes.add, onLine: () => {} };
  const pools = await startUserPools(options);
  const stopAll = async () => {
    await door.stop();
    await pools.stop();
  };
  return { ...pools, codes, stopAll };
}

const answered = v.looseObject({
  __type: v.optional(v.string()),
  AuthenticationResult: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
});

/** Calls an operation as curl would. */
async function call({ url }: UserPools, operation: string, input: object) {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ClientId, ...input }) });
  return { status: answer.status, headers: answer.headers, body: v.parse(answered, await answer.json()) };
}

const signIn = (pools: UserPools, USERNAME: string, PASSWORD = Password) =>
  call(pools, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });

async function signUp(pools: Served, Username: string): Promise<void> {
  await call(pools, 'SignUp', { Username, Password });
  await call(pools, 'ConfirmSignUp', { Username, ConfirmationCode: await pools.codes.take(Username) });
}

describe('a user pool', () => {
  let pools: Served;
  beforeAll(async () => {
    pools = await serve();
  });
  afterAll(() => pools.stopAll());

  test('lets a user sign up with a code, sign in and refresh', async () => {
    const Username = 'new@b.example';
    expect(await call(pools, 'SignUp', { Username, Password })).toMatchObject({ body: { UserConfirmed: false } });
    const code = await pools.codes.take(Username);
    expect(await signIn(pools, Username)).toMatchObject({ body: { __type: 'UserNotConfirmedException' } });
    const wrong = { Username, ConfirmationCode: code === '000000' ? '000001' : '000000' };
    expect(await call(pools, 'ConfirmSignUp', wrong)).toMatchObject({ body: { __type: 'CodeMismatchException' } });
    expect(await call(pools, 'ConfirmSignUp', { Username, ConfirmationCode: code })).toMatchObject({ status: 200 });
    const { body } = await signIn(pools, Username);
    expect(body.AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 1_800 });
    const AuthParameters = { REFRESH_TOKEN: body.AuthenticationResult.RefreshToken };
    const refreshed = await call(pools, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters });
    expect(refreshed.body.AuthenticationResult).toMatchObject({ IdToken: expect.any(String), ExpiresIn: 1_800 });
  });

  test('gives tokens that verify by its keys, with issuer, audience and end as AWS’s', async () => {
    await signUp(pools, 'tokens@b.example');
    const { IdToken, AccessToken } = (await signIn(pools, 'tokens@b.example')).body.AuthenticationResult;
    const id = await jwtVerify(String(IdToken), pools.keysOf(issuer), {
      issuer,
      audience: ClientId,
      algorithms: ['RS256'],
    });
    expect(id.payload).toMatchObject({ token_use: 'id', email: 'tokens@b.example', email_verified: true });
    expect((id.payload.exp ?? 0) - (id.payload.iat ?? 0)).toBe(1_800);
    const access = await jwtVerify(String(AccessToken), pools.keysOf(issuer), { issuer, algorithms: ['RS256'] });
    expect(access.payload).toMatchObject({ token_use: 'access', client_id: ClientId, sub: id.payload.sub });
    expect(access.payload.aud).toBeUndefined();
  });

  test('does not say whether it was the name or the password', async () => {
    await signUp(pools, 'known@b.example');
    const refusal = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    expect(await signIn(pools, 'known@b.example', 'Wrong-horse-11')).toMatchObject({ status: 400, body: refusal });
    expect(await signIn(pools, 'unknown@b.example')).toMatchObject({ status: 400, body: refusal });
  });

  test('lets nobody sign up twice, or with a weak password', async () => {
    await signUp(pools, 'twice@b.example');
    const again = await call(pools, 'SignUp', { Username: 'twice@b.example', Password });
    expect(again.body.__type).toBe('UsernameExistsException');
    const weak = await call(pools, 'SignUp', { Username: 'weak@b.example', Password: 'weak' });
    expect(weak).toMatchObject({ status: 400, body: { __type: 'InvalidPasswordException' } });
  });

  test('lets a forgotten password be replaced by a code', async () => {
    const Username = 'forgetful@b.example';
    await signUp(pools, Username);
    await call(pools, 'ForgotPassword', { Username });
    const replacement = { Username, ConfirmationCode: await pools.codes.take(Username), Password: 'Battery-staple-2' };
    expect(await call(pools, 'ConfirmForgotPassword', replacement)).toMatchObject({ status: 200 });
    expect(await signIn(pools, Username)).toMatchObject({ status: 400 });
    expect(await signIn(pools, Username, 'Battery-staple-2')).toMatchObject({ status: 200 });
  });

  test('answers a browser from any origin', async () => {
    const headers = { origin: 'http://localhost:5173', 'access-control-request-headers': 'x-amz-target' };
    const preflight = await fetch(pools.url, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'x-amz-target']);
    const { headers: answered } = await call(pools, 'SignUp', { Username: 'x@b.example', Password: 'weak' });
    expect(answered.get('access-control-allow-origin')).toBe('*');
  });

  test('publishes its keys', async () => {
    const answer = await fetch(`${pools.url}/${poolId}/.well-known/jwks.json`);
    expect(await answer.json()).toEqual({ keys: [expect.objectContaining({ alg: 'RS256', kid: 'CognitoLocal' })] });
  });

  test('says what cognito-local cannot do, and goes on', async () => {
    expect(await call(pools, 'ResendConfirmationCode', { Username: 'x@b.example' })).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('ResendConfirmationCode') },
    });
    expect(await call(pools, 'SignUp', {})).toMatchObject({ status: 500 });
    expect((await signIn(pools, 'x@b.example')).status).toBe(400);
  });

  test('has no keys of another issuer', () => {
    expect(() => pools.keysOf('https://accounts.example.com')).toThrow(UnsupportedResourceError);
  });
});

test('users are there again after a restart over the same folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-user-pools-'));
  const first = await serve(folder);
  await signUp(first, 'stays@b.example');
  await first.stopAll();
  const second = await serve(folder);
  expect(await signIn(second, 'stays@b.example')).toMatchObject({ status: 200 });
  await second.stopAll();
});
