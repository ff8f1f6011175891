import { beforeEach, describe, expect, test } from '@jest/globals';
import { amplify, amplifyError, networkError, resetAmplify } from './amplify.ts';

const { choosePassword, confirmSecondFactor, signIn } = await import('../../../dashboard/session/sign-in.ts');

const credentials = { email: 'you@example.com', password: 'Correct-horse-1' };
const output = (signInStep: string) => ({ nextStep: { signInStep } });

beforeEach(resetAmplify);

describe('signIn', () => {
  test('uses Amplify’s default flow', async () => {
    amplify.signIn.mockResolvedValue(output('DONE'));
    await signIn(credentials);
    expect(amplify.signIn.mock.calls).toEqual([[{ username: 'you@example.com', password: 'Correct-horse-1' }]]);
  });

  test.each([
    ['DONE', 'signed-in'],
    ['CONFIRM_SIGN_UP', 'sign-up-to-repeat'],
    ['CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', 'password-to-choose'],
    ['CONFIRM_SIGN_IN_WITH_TOTP_CODE', 'second-factor'],
    ['RESET_PASSWORD', 'password-to-reset'],
  ])('maps Amplify’s %s to %s', async (step, progress) => {
    amplify.signIn.mockResolvedValue(output(step));
    expect(await signIn(credentials)).toBe(progress);
  });

  test('refuses an unknown step', async () => {
    amplify.signIn.mockResolvedValue(output('CONFIRM_SIGN_IN_WITH_SMS_CODE'));
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'unsupported' });
  });

  test('ends a session that the browser still has', async () => {
    amplify.signIn.mockRejectedValueOnce(amplifyError('UserAlreadyAuthenticatedException'));
    amplify.signIn.mockResolvedValueOnce(output('DONE'));
    expect(await signIn(credentials)).toBe('signed-in');
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
  });

  test.each([
    [amplifyError('NotAuthorizedException', 'Incorrect username or password.'), 'wrong_credentials'],
    [networkError(), 'unreachable'],
  ])('$name is reported with our code, and nobody is signed out', async (error, code) => {
    amplify.signIn.mockRejectedValue(error);
    await expect(signIn(credentials)).rejects.toMatchObject({ code });
    expect(amplify.signOut).not.toHaveBeenCalled();
  });
});

describe('confirmSecondFactor', () => {
  test('passes the code on', async () => {
    amplify.confirmSignIn.mockResolvedValue(output('DONE'));
    expect(await confirmSecondFactor('123456')).toBe('signed-in');
    expect(amplify.confirmSignIn).toHaveBeenCalledWith({ challengeResponse: '123456' });
  });

  test('reports a wrong code, and does not offer another: nobody sends one', async () => {
    amplify.confirmSignIn.mockRejectedValue(amplifyError('CodeMismatchException'));
    const refused = confirmSecondFactor('000000');
    await expect(refused).rejects.toMatchObject({ code: 'wrong_app_code' });
    await expect(refused).rejects.toThrow(/^That code is incorrect\.(?!.*request)/);
  });
});

describe('choosePassword', () => {
  test('answers the request for a password of the user’s own, and may lead to the second factor', async () => {
    amplify.confirmSignIn.mockResolvedValueOnce(output('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
    expect(await choosePassword('Correct-horse-2')).toBe('second-factor');
    expect(amplify.confirmSignIn).toHaveBeenCalledWith({ challengeResponse: 'Correct-horse-2' });
    amplify.confirmSignIn.mockResolvedValueOnce(output('DONE'));
    expect(await choosePassword('Correct-horse-2')).toBe('signed-in');
  });

  test.each([
    [amplifyError('InvalidPasswordException', 'Password did not conform with policy'), 'weak_password'],
    [amplifyError('NotAuthorizedException', 'Invalid session for the user, session is expired.'), 'took_too_long'],
    [networkError(), 'unreachable'],
  ])('$name is reported with our code', async (error, code) => {
    amplify.confirmSignIn.mockRejectedValue(error);
    await expect(choosePassword('short')).rejects.toMatchObject({ code });
  });
});
