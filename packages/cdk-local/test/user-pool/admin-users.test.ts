import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { operate, password, type ServedPool, servePool, signIn, signUp, stopPools, tokensOf } from './served-pool.ts';
import { totp } from './totp.ts';

let pool: ServedPool;
beforeAll(async () => {
  const ExplicitAuthFlows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'];
  pool = await servePool({
    changes: {
      pool: { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] },
      client: { ExplicitAuthFlows, WriteAttributes: ['locale'] },
    },
  });
});
afterAll(stopPools);

const admin = (operation: string, Username: string, more: object = {}) =>
  operate(pool, operation, { UserPoolId: pool.poolId, Username, ...more });
const stored = async (Username: string) => (await admin('AdminGetUser', Username)).body;
const refused = (__type: string, message: unknown = expect.anything()) => ({ status: 400, body: { __type, message } });
const unknown = refused('UserNotFoundException', 'User does not exist.');
const wrong = refused('NotAuthorizedException', 'Incorrect username or password.');
const secretCode = v.looseObject({ SecretCode: v.string() });

async function enrol(Username: string): Promise<string> {
  const { AccessToken } = await tokensOf(pool, Username);
  const { body } = await operate(pool, 'AssociateSoftwareToken', { AccessToken });
  const { SecretCode } = v.parse(secretCode, body);
  await operate(pool, 'VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode) });
  await operate(pool, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  return SecretCode;
}

test.each([
  ['AdminGetUser', {}],
  ['AdminDeleteUser', {}],
  ['AdminUserGlobalSignOut', {}],
  ['AdminSetUserPassword', { Password: password }],
  ['AdminSetUserMFAPreference', {}],
  ['AdminUpdateUserAttributes', { UserAttributes: [] }],
])('%s does not find an unknown user', async (operation, more) => {
  expect(await admin(operation, 'nobody@b.example', more)).toMatchObject(unknown);
});

describe('AdminInitiateAuth', () => {
  const prove = (Username: string, PASSWORD: string, AuthFlow = 'ADMIN_USER_PASSWORD_AUTH') =>
    admin('AdminInitiateAuth', Username, { AuthFlow, AuthParameters: { USERNAME: Username, PASSWORD } });

  test('proves a password', async () => {
    await signUp(pool, 'prove@b.example');
    expect((await prove('prove@b.example', password)).body.AuthenticationResult?.TokenType).toBe('Bearer');
    expect(await prove('prove@b.example', 'Wrong-horse-11')).toMatchObject(wrong);
    expect(await prove('nobody@b.example', password)).toMatchObject(wrong);
  });

  test('answers with the challenge of a second factor or of a temporary password', async () => {
    await signUp(pool, 'factor@b.example');
    await enrol('factor@b.example');
    expect((await prove('factor@b.example', password)).body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const TemporaryPassword = 'Temporary-horse-1';
    await admin('AdminCreateUser', 'temporary@b.example', { TemporaryPassword, MessageAction: 'SUPPRESS' });
    expect((await prove('temporary@b.example', TemporaryPassword)).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('is a flow of its own, which users cannot use, and needs the client’s permission', async () => {
    const notSupported = refused('InvalidParameterException', 'Initiate Auth method not supported.');
    expect(await prove('prove@b.example', password, 'USER_PASSWORD_AUTH')).toMatchObject(notSupported);
    const AuthParameters = { USERNAME: 'prove@b.example', PASSWORD: password };
    const asUser = { AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters };
    expect(await operate(pool, 'InitiateAuth', asUser)).toMatchObject(notSupported);
    const own = await servePool();
    const input = { UserPoolId: own.poolId, ...asUser };
    expect(await operate(own, 'AdminInitiateAuth', input)).toMatchObject(
      refused('InvalidParameterException', 'ADMIN_USER_PASSWORD_AUTH flow not enabled for this client'),
    );
  });
});

test('AdminUserGlobalSignOut ends refresh tokens, and the pool refuses the access tokens', async () => {
  await signUp(pool, 'out@b.example');
  const { AccessToken, RefreshToken } = await tokensOf(pool, 'out@b.example');
  expect((await admin('AdminUserGlobalSignOut', 'out@b.example')).status).toBe(200);
  expect(await operate(pool, 'GetTokensFromRefreshToken', { RefreshToken })).toMatchObject(
    refused('NotAuthorizedException', 'Refresh Token has been revoked'),
  );
  for (const operation of ['GetUser', 'AssociateSoftwareToken', 'DeleteUser']) {
    expect(await operate(pool, operation, { AccessToken })).toMatchObject(
      refused('NotAuthorizedException', 'Access Token has been revoked'),
    );
  }
  expect((await signIn(pool, 'out@b.example')).status).toBe(200);
});

test('AdminDeleteUser makes the address free', async () => {
  await signUp(pool, 'gone@b.example');
  const { AccessToken } = await tokensOf(pool, 'gone@b.example');
  expect((await admin('AdminDeleteUser', 'gone@b.example')).status).toBe(200);
  expect(await operate(pool, 'GetUser', { AccessToken })).toMatchObject(refused('UserNotFoundException'));
  expect(await signIn(pool, 'gone@b.example')).toMatchObject(wrong);
  await signUp(pool, 'gone@b.example');
  expect((await signIn(pool, 'gone@b.example')).status).toBe(200);
});

test('AdminSetUserPassword sets a password, or a temporary one', async () => {
  const set = (Password: string, Permanent?: boolean) =>
    admin('AdminSetUserPassword', 'set@b.example', { Password, Permanent });
  await signUp(pool, 'set@b.example');
  expect(await set('weak')).toMatchObject(refused('InvalidPasswordException'));
  await set('Another-horse-2', true);
  expect((await signIn(pool, 'set@b.example', 'Another-horse-2')).body.AuthenticationResult).toBeDefined();
  await set('Temporary-horse-3');
  expect((await signIn(pool, 'set@b.example', 'Temporary-horse-3')).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
});

test('AdminSetUserMFAPreference turns a second factor off, and on only after it was verified', async () => {
  const prefer = (Username: string, Enabled: boolean) =>
    admin('AdminSetUserMFAPreference', Username, { SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled } });
  await signUp(pool, 'off@b.example');
  expect(await prefer('off@b.example', true)).toMatchObject(refused('InvalidParameterException'));
  await enrol('off@b.example');
  expect(await stored('off@b.example')).toMatchObject({ UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });
  await prefer('off@b.example', false);
  expect(await stored('off@b.example')).not.toHaveProperty('UserMFASettingList');
  expect((await signIn(pool, 'off@b.example')).body.AuthenticationResult).toBeDefined();
});

describe('AdminUpdateUserAttributes', () => {
  const change = (Username: string, UserAttributes: object[]) =>
    admin('AdminUpdateUserAttributes', Username, { UserAttributes });

  test('leaves the old address until the code that the new one gets is confirmed', async () => {
    await signUp(pool, 'old@b.example');
    const { AccessToken } = await tokensOf(pool, 'old@b.example');
    await change('old@b.example', [{ Name: 'email', Value: 'new@b.example' }]);
    expect((await signIn(pool, 'old@b.example')).status).toBe(200);
    expect(await signIn(pool, 'new@b.example')).toMatchObject(wrong);
    const proof = { AccessToken, AttributeName: 'email', Code: await pool.code('new@b.example') };
    expect((await operate(pool, 'VerifyUserAttribute', proof)).status).toBe(200);
    expect(await signIn(pool, 'old@b.example')).toMatchObject(wrong);
    expect((await signIn(pool, 'new@b.example')).status).toBe(200);
  });

  test('sets a verified address at once, without a code', async () => {
    await signUp(pool, 'before@b.example');
    const mails = pool.mails.length;
    await change('before@b.example', [
      { Name: 'email', Value: 'after@b.example' },
      { Name: 'email_verified', Value: 'true' },
    ]);
    expect((await signIn(pool, 'after@b.example')).status).toBe(200);
    expect(pool.mails.length).toBe(mails);
  });

  test('refuses the address of another user', async () => {
    await signUp(pool, 'mine@b.example');
    await signUp(pool, 'yours@b.example');
    expect(await change('mine@b.example', [{ Name: 'email', Value: 'Yours@b.example' }])).toMatchObject(
      refused('AliasExistsException'),
    );
  });

  test('may write what the client may not', async () => {
    await signUp(pool, 'write@b.example');
    const { AccessToken } = await tokensOf(pool, 'write@b.example');
    const UserAttributes = [{ Name: 'email', Value: 'other@b.example' }];
    expect(await operate(pool, 'UpdateUserAttributes', { AccessToken, UserAttributes })).toMatchObject(
      refused('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
    );
    expect((await change('write@b.example', UserAttributes)).status).toBe(200);
  });
});

describe('ListUsers', () => {
  const page = v.object({
    Users: v.array(v.looseObject({ Username: v.string(), Attributes: v.array(v.object({ Name: v.string() })) })),
    PaginationToken: v.optional(v.string()),
  });
  const list = async (own: ServedPool, more: object = {}) => {
    const { body } = await own.call('ListUsers', { UserPoolId: own.poolId, ...more });
    return v.parse(page, JSON.parse(body));
  };

  test('gives each user once, page by page, also if one is deleted between two pages', async () => {
    const own = await servePool();
    const UserPoolId = own.poolId;
    expect(await list(own)).toEqual({ Users: [] });
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await own.call('AdminCreateUser', { UserPoolId, Username: `${name}@b.example`, MessageAction: 'SUPPRESS' });
    }
    const first = await list(own, { Limit: 2 });
    const last = first.Users[1]?.Username;
    await own.call('AdminDeleteUser', { UserPoolId, Username: last });
    const second = await list(own, { Limit: 2, PaginationToken: first.PaginationToken });
    const third = await list(own, { Limit: 2, PaginationToken: second.PaginationToken });
    const names = [first, second, third].flatMap(({ Users }) => Users.map(({ Username }) => Username));
    expect(new Set(names).size).toBe(5);
    expect(third).toMatchObject({ Users: [expect.anything()] });
    expect(third).not.toHaveProperty('PaginationToken');
  });

  test('filters by an attribute or the status, and gives the attributes that are asked for', async () => {
    await signUp(pool, 'found@b.example');
    const { Users } = await list(pool, { Filter: 'email = "found@b.example"', AttributesToGet: ['email'] });
    expect(Users).toMatchObject([{ UserStatus: 'CONFIRMED', Attributes: [{ Name: 'email' }] }]);
    expect((await list(pool, { Filter: 'cognito:user_status = "UNCONFIRMED"' })).Users).toEqual([]);
    const { body } = await pool.call('ListUsers', { UserPoolId: pool.poolId, Filter: 'email is found' });
    expect(body).toContain('InvalidParameterException');
  });
});
