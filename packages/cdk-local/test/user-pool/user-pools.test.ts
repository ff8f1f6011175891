import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import {
  newFolder,
  operate,
  password,
  type ServedPool,
  servePool,
  signIn,
  signUp,
  stopPools,
  tokensOf,
} from './served-pool.ts';

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(stopPools);

const refused = (__type: string, message?: string) => ({
  status: 400,
  body: expect.objectContaining(message ? { __type, message } : { __type }),
});
const wrongCredentials = refused('NotAuthorizedException', 'Incorrect username or password.');
const refresh = (REFRESH_TOKEN: string, at = pool) =>
  operate(at, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } });

describe('by curl, a user', () => {
  test('signs up with a code, signs in and refreshes', async () => {
    const Username = 'new@b.example';
    expect(await operate(pool, 'SignUp', { Username, Password: password })).toMatchObject({
      status: 200,
      body: { UserConfirmed: false, UserSub: expect.any(String) },
    });
    const ConfirmationCode = await pool.code(Username);
    expect(await signIn(pool, Username)).toMatchObject(refused('UserNotConfirmedException'));
    expect(await operate(pool, 'ConfirmSignUp', { Username, ConfirmationCode })).toMatchObject({ status: 200 });
    const { RefreshToken, ExpiresIn } = await tokensOf(pool, Username);
    expect(ExpiresIn).toBe(1_800);
    const { AuthenticationResult } = (await refresh(RefreshToken)).body;
    expect(AuthenticationResult).toMatchObject({ IdToken: expect.any(String), ExpiresIn: 1_800, RefreshToken: '' });
  });

  test('replaces a forgotten password', async () => {
    const Username = 'forgetful@b.example';
    await signUp(pool, Username);
    await operate(pool, 'ForgotPassword', { Username });
    const ConfirmationCode = await pool.code(Username);
    const replacement = { Username, ConfirmationCode, Password: 'Battery-staple-2' };
    expect(await operate(pool, 'ConfirmForgotPassword', replacement)).toMatchObject({ status: 200 });
    expect(await signIn(pool, Username)).toMatchObject(wrongCredentials);
    expect(await signIn(pool, Username, 'Battery-staple-2')).toMatchObject({ status: 200 });
  });

  test('changes the password, knowing the old one', async () => {
    const Username = 'change@b.example';
    await signUp(pool, Username);
    const { AccessToken } = await tokensOf(pool, Username);
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      operate(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });
    expect(await change('Wrong-horse-11', 'Battery-staple-2')).toMatchObject(wrongCredentials);
    expect(await change(password, 'weak')).toMatchObject(refused('InvalidPasswordException'));
    expect(await change(password, 'Battery-staple-2')).toMatchObject({ status: 200 });
    expect(await signIn(pool, Username)).toMatchObject(wrongCredentials);
    expect(await signIn(pool, Username, 'Battery-staple-2')).toMatchObject({ status: 200 });
  });

  test('signs in by the flows that the client allows, and no other', async () => {
    const flow = (AuthFlow: string) => operate(pool, 'InitiateAuth', { AuthFlow, AuthParameters: { USERNAME: 'a' } });
    for (const AuthFlow of ['CUSTOM_AUTH', 'USER_AUTH']) {
      const message = `${AuthFlow} flow not enabled for this client`;
      expect(await flow(AuthFlow)).toMatchObject(refused('InvalidParameterException', message));
    }
    const closed = await servePool({ changes: { client: { ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] } } });
    for (const AuthFlow of ['USER_PASSWORD_AUTH', 'USER_SRP_AUTH']) {
      const message = `${AuthFlow} flow not enabled for this client`;
      const answer = await operate(closed, 'InitiateAuth', { AuthFlow, AuthParameters: {} });
      expect(answer).toMatchObject(refused('InvalidParameterException', message));
    }
  });

  test('writes no attribute that the client may not', async () => {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    const unwritable = refused('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    const made = await operate(pool, 'SignUp', { Username: 'sly@b.example', Password: password, UserAttributes });
    expect(made).toMatchObject(unwritable);
    await signUp(pool, 'sly@b.example');
    const { AccessToken } = await tokensOf(pool, 'sly@b.example');
    expect(await operate(pool, 'UpdateUserAttributes', { AccessToken, UserAttributes })).toMatchObject(unwritable);
  });

  test.each([
    ['SignUp', {}],
    ['SignUp', { Username: 'x@b.example' }],
    ['ConfirmSignUp', { Username: 'x@b.example' }],
    ['ConfirmForgotPassword', { Username: 'x@b.example', Password: password }],
    ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'x@b.example' } }],
    ['InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: 'x@b.example' } }],
    ['GetTokensFromRefreshToken', { RefreshToken: 1 }],
    ['VerifyUserAttribute', { AccessToken: 'x', AttributeName: 'email' }],
  ])('is told what is missing from %s %j', async (operation, input) => {
    expect(await operate(pool, operation, input)).toMatchObject(refused('InvalidParameterException'));
  });

  test('is told of a client that there is not', async () => {
    const answer = await operate(pool, 'SignUp', { ClientId: 'none', Username: 'x@b.example', Password: password });
    expect(answer).toMatchObject(refused('ResourceNotFoundException', 'User pool client none does not exist.'));
  });
});

describe('whether somebody is known', () => {
  test('does not show in a sign-in', async () => {
    await signUp(pool, 'known@b.example');
    expect(await signIn(pool, 'known@b.example', 'Wrong-horse-11')).toMatchObject(wrongCredentials);
    expect(await signIn(pool, 'unknown@b.example')).toMatchObject(wrongCredentials);
  });

  test.each(['ForgotPassword', 'ResendConfirmationCode'])('does not show in %s', async (operation) => {
    const Username = `${operation}@b.example`;
    await operate(pool, 'SignUp', { Username, Password: password });
    await pool.code(Username);
    const CodeDeliveryDetails = {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: `${operation[0]}***@b***`,
    };
    const known = await operate(pool, operation, { Username });
    const unknown = await operate(pool, operation, { Username: `${operation}-nobody@b.example` });
    expect([known, unknown]).toMatchObject([
      { status: 200, body: { CodeDeliveryDetails } },
      { status: 200, body: { CodeDeliveryDetails } },
    ]);
  });

  test('does not show in a code that is given', async () => {
    const given = { Username: 'nobody@b.example', ConfirmationCode: '123456' };
    expect(await operate(pool, 'ConfirmSignUp', given)).toMatchObject(refused('ExpiredCodeException'));
    const replacement = { ...given, Password: password };
    expect(await operate(pool, 'ConfirmForgotPassword', replacement)).toMatchObject(refused('CodeMismatchException'));
  });
});

test('a code for the sign-up sets no password, and the address of who has not confirmed gets none to do so', async () => {
  const Username = 'impatient@b.example';
  await operate(pool, 'SignUp', { Username, Password: password });
  const ConfirmationCode = await pool.code(Username);
  const replacement = { Username, ConfirmationCode, Password: 'Battery-staple-2' };
  expect(await operate(pool, 'ConfirmForgotPassword', replacement)).toMatchObject(refused('ExpiredCodeException'));
  await operate(pool, 'ForgotPassword', { Username });
  await operate(pool, 'ResendConfirmationCode', { Username });
  const resent = { Username, ConfirmationCode: await pool.code(Username) };
  expect(await operate(pool, 'ConfirmSignUp', resent)).toMatchObject({ status: 200 });
});

describe('a pool', () => {
  test('of which only administrators create users refuses a sign-up', async () => {
    const closed = await servePool({
      changes: { pool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } } },
    });
    const refusal = refused('NotAuthorizedException', 'SignUp is not permitted for this user pool');
    for (const Password of [password, 'weak']) {
      expect(await operate(closed, 'SignUp', { Username: 'new@b.example', Password })).toMatchObject(refusal);
    }
  });

  test('answers a browser from any origin', async () => {
    const headers = { origin: 'http://localhost:5173', 'access-control-request-headers': 'x-amz-target' };
    const preflight = await fetch(pool.url, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'x-amz-target']);
    const { headers: answered } = await operate(pool, 'SignUp', {});
    expect(answered.get('access-control-allow-origin')).toBe('*');
  });

  test('publishes its public key alone, and where that is', async () => {
    const address = `${pool.url}/${pool.poolId}/.well-known`;
    const published = v.object({ keys: v.tuple([v.record(v.string(), v.string())]) });
    const { keys } = v.parse(published, await (await fetch(`${address}/jwks.json`)).json());
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const configuration = await (await fetch(`${address}/openid-configuration`)).json();
    expect(configuration).toMatchObject({ issuer: pool.issuer, jwks_uri: `${address}/jwks.json` });
    expect((await fetch(`${pool.url}/other/.well-known/jwks.json`)).status).toBe(404);
  });

  test('has no keys of another issuer', () => {
    expect(() => pool.keysOf('https://accounts.example.com')).toThrow(UnsupportedResourceError);
  });

  test('says and logs what it cannot do, and goes on', async () => {
    expect(await operate(pool, 'ListDevices', {})).toMatchObject({
      status: 500,
      body: { __type: 'LocalUserPool#Unsupported', message: expect.stringContaining('ListDevices') },
    });
    expect(pool.log).toContainEqual(expect.stringContaining('ListDevices'));
    expect((await signIn(pool, 'nobody@b.example')).status).toBe(400);
  });

  test('is there again after a restart over the same folder, with users, sign-ins and codes', async () => {
    const folder = newFolder();
    const first = await servePool({ folder });
    await signUp(first, 'stays@b.example');
    const { AccessToken } = await tokensOf(first, 'stays@b.example');
    await operate(first, 'SignUp', { Username: 'later@b.example', Password: password });
    const ConfirmationCode = await first.code('later@b.example');
    await first.stop();
    const second = await servePool({ folder });
    expect(await operate(second, 'GetUser', { AccessToken })).toMatchObject({ status: 200 });
    const confirmed = await operate(second, 'ConfirmSignUp', { Username: 'later@b.example', ConfirmationCode });
    expect(confirmed).toMatchObject({ status: 200 });
  });

  test('signs with a key of its own', async () => {
    const other = await servePool();
    await signUp(other, 'a@b.example');
    const { AccessToken } = await tokensOf(other, 'a@b.example');
    const invalid = refused('NotAuthorizedException', 'Invalid Access Token');
    expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject(invalid);
  });
});
