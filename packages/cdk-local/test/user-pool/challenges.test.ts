import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { operate, password, type ServedPool, servePool, signIn, signUp, stopPools, tokensOf } from './served-pool.ts';
import { publicNumber, responsesTo } from './srp-client.ts';
import { totp } from './totp.ts';

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool({ changes: { pool: { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] } } });
});
afterAll(stopPools);

const refused = (__type: string, message?: string) => ({
  status: 400,
  body: expect.objectContaining(message ? { __type, message } : { __type }),
});
const sessionOver = refused('NotAuthorizedException', 'Invalid session for the user, session is expired.');

const respond = (ChallengeName: string, Session: string, ChallengeResponses: object) =>
  operate(pool, 'RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses });

async function beginSrp(USERNAME: string) {
  const AuthParameters = { USERNAME, SRP_A: publicNumber };
  return (await operate(pool, 'InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters })).body;
}

async function proveSrp(username: string, secret: string) {
  const { ChallengeParameters: challenge } = await beginSrp(username);
  const ChallengeResponses = responsesTo({ poolId: pool.poolId, password: secret, time: Date.now(), challenge });
  return operate(pool, 'RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
}

describe('PASSWORD_VERIFIER', () => {
  test('is asked without a session, and answered with tokens', async () => {
    await signUp(pool, 'srp@b.example');
    const begun = await beginSrp('srp@b.example');
    expect(begun).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', Session: '' });
    const { body } = await proveSrp('srp@b.example', password);
    expect(body.AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 1_800 });
  });

  test('gives the same answer to a wrong password as to an unknown user', async () => {
    await signUp(pool, 'known@b.example');
    const wrongCredentials = refused('NotAuthorizedException', 'Incorrect username or password.');
    expect(await proveSrp('known@b.example', 'Wrong-horse-11')).toMatchObject(wrongCredentials);
    expect(await proveSrp('nobody@b.example', password)).toMatchObject(wrongCredentials);
  });
});

describe('NEW_PASSWORD_REQUIRED', () => {
  const TemporaryPassword = 'Temporary-horse-1';

  async function invite(Username: string) {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    const MessageAction = 'SUPPRESS';
    const { poolId: UserPoolId } = pool;
    await pool.call('AdminCreateUser', { UserPoolId, Username, TemporaryPassword, UserAttributes, MessageAction });
    return { USERNAME: Username, NEW_PASSWORD: password };
  }

  test('is asked of who knows the temporary password, and signs in', async () => {
    const responses = await invite('invited@b.example');
    expect((await signIn(pool, 'invited@b.example', 'Wrong-horse-11')).status).toBe(400);
    const { body } = await proveSrp('invited@b.example', TemporaryPassword);
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const weak = await respond('NEW_PASSWORD_REQUIRED', body.Session, { ...responses, NEW_PASSWORD: 'weak' });
    expect(weak).toMatchObject(refused('InvalidPasswordException'));
    expect(await respond('NEW_PASSWORD_REQUIRED', body.Session, responses)).toMatchObject({ status: 200 });
    expect(await respond('NEW_PASSWORD_REQUIRED', body.Session, responses)).toMatchObject(sessionOver);
    expect(await signIn(pool, 'invited@b.example')).toMatchObject({ status: 200 });
  });

  test('names the attributes that the administrator has set, which cannot be changed', async () => {
    const responses = await invite('named@b.example');
    const { body } = await signIn(pool, 'named@b.example', TemporaryPassword);
    const { requiredAttributes = '', userAttributes = '' } = body.ChallengeParameters;
    expect(JSON.parse(requiredAttributes)).toEqual([]);
    expect(JSON.parse(userAttributes)).toEqual({ email: 'named@b.example', email_verified: 'true' });
    const changes = { ...responses, 'userAttributes.email': 'other@b.example' };
    expect(await respond('NEW_PASSWORD_REQUIRED', body.Session, changes)).toMatchObject(
      refused('NotAuthorizedException', 'Cannot modify an already provided email'),
    );
    expect(await respond('NEW_PASSWORD_REQUIRED', body.Session, responses)).toMatchObject({ status: 200 });
  });

  test('is answered by nobody without its session', async () => {
    const responses = await invite('waiting@b.example');
    expect(await respond('NEW_PASSWORD_REQUIRED', 'made up', responses)).toMatchObject(sessionOver);
    await signUp(pool, 'settled@b.example');
    const { body } = await signIn(pool, 'waiting@b.example', TemporaryPassword);
    const taken = { ...responses, USERNAME: 'settled@b.example' };
    expect(await respond('NEW_PASSWORD_REQUIRED', body.Session, taken)).toMatchObject(sessionOver);
  });
});

describe('SOFTWARE_TOKEN_MFA', () => {
  test('is asked of who has set it up, and its sign-in can be refreshed', async () => {
    const Username = 'careful@b.example';
    await signUp(pool, Username);
    const { AccessToken } = await tokensOf(pool, Username);
    const associated = (await operate(pool, 'AssociateSoftwareToken', { AccessToken })).body;
    const { SecretCode } = v.parse(v.object({ SecretCode: v.string() }), associated);
    expect(await operate(pool, 'VerifySoftwareToken', { AccessToken, UserCode: 'nonsense' })).toMatchObject(
      refused('EnableSoftwareTokenMFAException'),
    );
    await operate(pool, 'VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode) });
    await operate(pool, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    const { body } = await proveSrp(Username, password);
    expect(body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: expect.stringMatching(/./) });
    expect(body.AuthenticationResult).toBeUndefined();
    const answer = (code: string) =>
      respond('SOFTWARE_TOKEN_MFA', body.Session, { USERNAME: Username, SOFTWARE_TOKEN_MFA_CODE: code });
    expect(await answer('nonsense')).toMatchObject(refused('CodeMismatchException'));
    const { AuthenticationResult } = (await answer(totp(SecretCode))).body;
    const { RefreshToken } = AuthenticationResult ?? {};
    expect(await operate(pool, 'GetTokensFromRefreshToken', { RefreshToken })).toMatchObject({ status: 200 });
  });
});
