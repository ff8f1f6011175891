import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type Browser, openBrowser } from './browser.ts';
import { password, type ServedPool, servePool, stopPools } from './served-pool.ts';
import { totp } from './totp.ts';

// The dashboard's own sign-in library against the pool: what a customer does, in the words of Amplify's functions.

let pool: ServedPool;
let browser: Browser;

beforeAll(async () => {
  pool = await servePool({ changes: { pool: { MfaConfiguration: 'OPTIONAL' } } });
  browser = openBrowser(pool);
});
afterAll(async () => {
  await browser.close();
  await stopPools();
});
beforeEach(() => browser.run('signOut'));

const failure = (name: string, message?: string) => expect.objectContaining(message ? { name, message } : { name });
const wrongCredentials = failure('NotAuthorizedException', 'Incorrect username or password.');
const done = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

async function signUp(username: string): Promise<void> {
  await browser.run('signUp', { username, password });
  await browser.run('confirmSignUp', { username, confirmationCode: await pool.code(username) });
}

/** By SRP, as the dashboard does. Its arithmetic takes a quarter of a second. */
const signInBySrp = (username: string, secret = password, at = browser) =>
  at.run('signIn', { username, password: secret });

const options = { authFlowType: 'USER_PASSWORD_AUTH' };
const signIn = (username: string, secret = password, at = browser) =>
  at.run('signIn', { username, password: secret, options });

const session = v.object({ tokens: v.optional(v.looseObject({ idToken: v.object({ payload: v.looseObject({}) }) })) });

/** The ID token's payload; undefined if the user is not signed in. */
const identity = async (at = browser, options = {}) =>
  v.parse(session, await at.run('fetchAuthSession', options)).tokens?.idToken.payload;

const another = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a customer', () => {
  test('signs up, confirms, signs in by SRP and is known by id and address', async () => {
    const username = 'new@b.example';
    const options = { userAttributes: { email: username } };
    expect(await browser.run('signUp', { username, password, options })).toMatchObject({
      isSignUpComplete: false,
      nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: { destination: 'n***@b***' } },
    });
    const confirmationCode = await pool.code(username);
    const confirmed = await browser.run('confirmSignUp', { username, confirmationCode });
    expect(confirmed).toMatchObject({ isSignUpComplete: true, nextStep: { signUpStep: 'DONE' } });
    expect(await signInBySrp(username)).toEqual(done);
    const payload = await identity();
    expect(payload).toMatchObject({ email: username, email_verified: true, iss: pool.issuer, aud: pool.clientId });
    expect(await browser.run('getCurrentUser')).toMatchObject({ userId: payload?.sub });
    const attributes = { sub: payload?.sub, email: username, email_verified: 'true' };
    expect(await browser.run('fetchUserAttributes')).toEqual(attributes);
  });

  test('goes straight on with autoSignIn', async () => {
    const username = 'auto@b.example';
    await browser.run('signUp', { username, password, options: { autoSignIn: true } });
    await browser.run('confirmSignUp', { username, confirmationCode: await pool.code(username) });
    expect(await browser.run('autoSignIn')).toMatchObject(done);
    expect(await identity()).toMatchObject({ email: username });
  });

  test('gets a new code, which takes the place of the old one', async () => {
    const username = 'resend@b.example';
    await browser.run('signUp', { username, password });
    const old = await pool.code(username);
    const resent = await browser.run('resendSignUpCode', { username });
    expect(resent).toEqual({ destination: 'r***@b***', deliveryMedium: 'EMAIL', attributeName: 'email' });
    const confirmationCode = await pool.code(username);
    const mismatch = failure('CodeMismatchException', 'Invalid verification code provided, please try again.');
    await expect(browser.run('confirmSignUp', { username, confirmationCode: old })).rejects.toEqual(mismatch);
    await browser.run('confirmSignUp', { username, confirmationCode });
    const confirmed = failure('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED');
    await expect(browser.run('confirmSignUp', { username, confirmationCode })).rejects.toEqual(confirmed);
    const already = failure('InvalidParameterException', 'User is already confirmed.');
    await expect(browser.run('resendSignUpCode', { username })).rejects.toEqual(already);
  });

  test('may get the code wrong, and try again', async () => {
    const username = 'typo@b.example';
    await browser.run('signUp', { username, password });
    const code = await pool.code(username);
    const wrong = browser.run('confirmSignUp', { username, confirmationCode: another(code) });
    await expect(wrong).rejects.toEqual(failure('CodeMismatchException'));
    await browser.run('confirmSignUp', { username, confirmationCode: code });
    expect(await signIn(username)).toEqual(done);
  });

  test('who has not confirmed is led to do so, whatever the password', async () => {
    await browser.run('signUp', { username: 'pending@b.example', password });
    const next = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_UP' } };
    expect(await signInBySrp('pending@b.example')).toEqual(next);
    expect(await signIn('pending@b.example', 'Wrong-horse-11')).toEqual(next);
  });

  test('is refused with a wrong password, as is one whom nobody knows', async () => {
    await signUp('known@b.example');
    await expect(signInBySrp('known@b.example', 'Wrong-horse-11')).rejects.toEqual(wrongCredentials);
    await expect(signInBySrp('unknown@b.example')).rejects.toEqual(wrongCredentials);
    expect(await identity()).toBeUndefined();
  });

  test('cannot sign up twice, or with a weak password', async () => {
    await signUp('twice@b.example');
    const again = browser.run('signUp', { username: 'Twice@B.example', password });
    await expect(again).rejects.toEqual(failure('UsernameExistsException'));
    const weak = browser.run('signUp', { username: 'weak@b.example', password: 'weak' });
    await expect(weak).rejects.toEqual(failure('InvalidPasswordException'));
  });

  test('signs in with capitals in the address', async () => {
    await signUp('Case@b.example');
    expect(await signInBySrp('case@B.example')).toEqual(done);
    expect(await identity()).toMatchObject({ email: 'Case@b.example' });
  });
});

describe('who is signed in', () => {
  test('gets new tokens of the same sign-in by refresh', async () => {
    await signUp('refresh@b.example');
    await signIn('refresh@b.example');
    const first = await identity();
    const next = await identity(browser, { forceRefresh: true });
    expect(next).toMatchObject({ sub: first?.sub, origin_jti: first?.origin_jti, auth_time: first?.auth_time });
    expect(next?.jti).not.toBe(first?.jti);
  });

  test('changes the password, knowing the old one', async () => {
    await signUp('change@b.example');
    await signIn('change@b.example');
    const change = (oldPassword: string, newPassword: string) =>
      browser.run('updatePassword', { oldPassword, newPassword });
    await expect(change('Wrong-horse-11', 'Battery-staple-2')).rejects.toEqual(wrongCredentials);
    await expect(change(password, 'weak')).rejects.toEqual(failure('InvalidPasswordException'));
    await change(password, 'Battery-staple-2');
    expect(await identity(browser, { forceRefresh: true })).toBeDefined();
    await browser.run('signOut');
    await expect(signIn('change@b.example')).rejects.toEqual(wrongCredentials);
    expect(await signInBySrp('change@b.example', 'Battery-staple-2')).toEqual(done);
  });

  test('keeps the old address until the new one is proved', async () => {
    await signUp('old@b.example');
    await signUp('taken@b.example');
    await signIn('old@b.example');
    const update = (email: string) => browser.run('updateUserAttributes', { userAttributes: { email } });
    await expect(update('taken@b.example')).rejects.toEqual(failure('AliasExistsException'));
    expect(await update('next@b.example')).toMatchObject({
      email: { isUpdated: false, nextStep: { codeDeliveryDetails: { destination: 'n***@b***' } } },
    });
    expect(await browser.run('fetchUserAttributes')).toMatchObject({ email: 'old@b.example' });
    const code = await pool.code('next@b.example');
    const confirm = (confirmationCode: string) =>
      browser.run('confirmUserAttribute', { userAttributeKey: 'email', confirmationCode });
    await expect(confirm(another(code))).rejects.toEqual(failure('CodeMismatchException'));
    await confirm(code);
    expect(await browser.run('fetchUserAttributes')).toMatchObject({ email: 'next@b.example', email_verified: 'true' });
    await browser.run('signOut');
    await expect(signIn('old@b.example')).rejects.toEqual(wrongCredentials);
    expect(await signIn('next@b.example')).toEqual(done);
  });

  test('gets another code for the new address', async () => {
    await signUp('again@b.example');
    await signIn('again@b.example');
    await browser.run('updateUserAttributes', { userAttributes: { email: 'later@b.example' } });
    await pool.code('later@b.example');
    const sent = await browser.run('sendUserAttributeVerificationCode', { userAttributeKey: 'email' });
    expect(sent).toMatchObject({ destination: 'l***@b***' });
    const confirmationCode = await pool.code('later@b.example');
    await browser.run('confirmUserAttribute', { userAttributeKey: 'email', confirmationCode });
    expect(await browser.run('fetchUserAttributes')).toMatchObject({ email: 'later@b.example' });
  });

  test('can ask for a second factor, and leave it again', async () => {
    const username = 'careful@b.example';
    await signUp(username);
    await signIn(username);
    const { sharedSecret } = v.parse(v.object({ sharedSecret: v.string() }), await browser.run('setUpTOTP'));
    const wrong = browser.run('verifyTOTPSetup', { code: 'nonsense' });
    await expect(wrong).rejects.toEqual(failure('EnableSoftwareTokenMFAException'));
    await browser.run('verifyTOTPSetup', { code: totp(sharedSecret) });
    expect(await browser.run('fetchMFAPreference')).toEqual({ enabled: [] });
    await browser.run('updateMFAPreference', { totp: 'PREFERRED' });
    expect(await browser.run('fetchMFAPreference')).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await browser.run('signOut');
    const asked = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' } };
    expect(await signInBySrp(username)).toEqual(asked);
    const mistyped = browser.run('confirmSignIn', { challengeResponse: '12345x' });
    await expect(mistyped).rejects.toEqual(failure('CodeMismatchException'));
    expect(await browser.run('confirmSignIn', { challengeResponse: totp(sharedSecret) })).toEqual(done);
    expect(await identity(browser, { forceRefresh: true })).toMatchObject({ email: username });
    await browser.run('updateMFAPreference', { totp: 'DISABLED' });
    await browser.run('signOut');
    expect(await signIn(username)).toEqual(done);
  });

  test('can delete the user, who is gone', async () => {
    await signUp('gone@b.example');
    await signIn('gone@b.example');
    await browser.run('deleteUser');
    expect(await identity()).toBeUndefined();
    await expect(signIn('gone@b.example')).rejects.toEqual(wrongCredentials);
  });
});

describe('a forgotten password', () => {
  const replace = (username: string, confirmationCode: string, newPassword = 'Battery-staple-2') =>
    browser.run('confirmResetPassword', { username, confirmationCode, newPassword });

  test('is replaced by a code, which works once', async () => {
    const username = 'forgetful@b.example';
    await signUp(username);
    expect(await browser.run('resetPassword', { username })).toMatchObject({
      nextStep: {
        resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
        codeDeliveryDetails: { destination: 'f***@b***' },
      },
    });
    const code = await pool.code(username);
    await expect(replace(username, another(code))).rejects.toEqual(failure('CodeMismatchException'));
    await expect(replace(username, code, 'weak')).rejects.toEqual(failure('InvalidPasswordException'));
    await replace(username, code);
    await expect(replace(username, code, 'Third-password-3')).rejects.toEqual(failure('ExpiredCodeException'));
    await expect(signIn(username)).rejects.toEqual(wrongCredentials);
    expect(await signIn(username, 'Battery-staple-2')).toEqual(done);
  });

  test('of an address that nobody has gets the same answer, and no code', async () => {
    const username = 'nobody@b.example';
    expect(await browser.run('resetPassword', { username })).toMatchObject({
      nextStep: { codeDeliveryDetails: { destination: 'n***@b***', deliveryMedium: 'EMAIL', attributeName: 'email' } },
    });
    await expect(replace(username, '123456')).rejects.toEqual(failure('CodeMismatchException'));
  });
});

describe('two browsers', () => {
  let other: Browser;
  beforeAll(() => {
    other = openBrowser(pool);
  });
  afterAll(() => other.close());
  beforeEach(() => other.run('signOut'));

  test('of two users do not see each other', async () => {
    await signUp('one@b.example');
    await signUp('two@b.example');
    await Promise.all([signIn('one@b.example'), signIn('two@b.example', password, other)]);
    expect(await identity()).toMatchObject({ email: 'one@b.example' });
    expect(await identity(other)).toMatchObject({ email: 'two@b.example' });
    await browser.run('signOut', { global: true });
    expect(await identity(other, { forceRefresh: true })).toMatchObject({ email: 'two@b.example' });
  });

  test('of one user go on when one signs out, and end when that is everywhere', async () => {
    await signUp('both@b.example');
    await Promise.all([signIn('both@b.example'), signIn('both@b.example', password, other)]);
    await browser.run('signOut');
    expect(await identity(other, { forceRefresh: true })).toBeDefined();
    await signIn('both@b.example');
    await browser.run('signOut', { global: true });
    await expect(other.run('fetchUserAttributes')).rejects.toEqual(
      failure('NotAuthorizedException', 'Access Token has been revoked'),
    );
    expect(await identity(other, { forceRefresh: true })).toBeUndefined();
    expect(await identity(other)).toBeUndefined();
  });
});

test('a sign-out revokes the refresh token', async () => {
  await signUp('leaves@b.example');
  await signIn('leaves@b.example');
  const stored = v.parse(v.record(v.string(), v.string()), await browser.run('stored'));
  const RefreshToken = Object.entries(stored).find(([key]) => key.endsWith('.refreshToken'))?.[1];
  const { call, clientId: ClientId } = pool;
  expect(await call('GetTokensFromRefreshToken', { ClientId, RefreshToken })).toMatchObject({ status: 200 });
  await browser.run('signOut');
  expect(await browser.run('stored')).toEqual({});
  const { status, body } = await call('GetTokensFromRefreshToken', { ClientId, RefreshToken });
  expect([status, JSON.parse(body)]).toEqual([
    400,
    { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
  ]);
});
