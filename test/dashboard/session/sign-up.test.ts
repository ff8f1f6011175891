import { beforeEach, expect, test } from '@jest/globals';
import { amplify, amplifyError, networkError, resetAmplify } from './amplify.ts';

const { signUpFinisher } = await import('../../../dashboard/session/sign-up.ts');

const user = { email: 'you@example.com', code: ' abCD-efGH jkMN ', password: 'correct horse battery' };
const output = (signInStep: string) => ({ nextStep: { signInStep } });
const toChoose = output('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
const refused = amplifyError('NotAuthorizedException', 'Incorrect username or password.');

beforeEach(resetAmplify);

test('signs in with the code, without spaces, dashes and capitals, and sets the password', async () => {
  amplify.signIn.mockResolvedValue(toChoose);
  amplify.confirmSignIn.mockResolvedValue(output('DONE'));
  expect(await signUpFinisher()(user)).toBe('signed-in');
  expect(amplify.signIn.mock.calls).toEqual([[{ username: user.email, password: 'abcdefghjkmn' }]]);
  expect(amplify.confirmSignIn.mock.calls).toEqual([[{ challengeResponse: user.password }]]);
});

test.each([
  ['a wrong code', refused, 'wrong_code'],
  [
    'a code of the day before yesterday',
    amplifyError('NotAuthorizedException', 'Temporary password has expired and must be reset by an administrator.'),
    'temporary_password_expired',
  ],
  ['too many tries', amplifyError('NotAuthorizedException', 'Password attempts exceeded'), 'locked_out'],
])('%s is reported as such', async (_what, error, code) => {
  amplify.signIn.mockRejectedValue(error);
  await expect(signUpFinisher()(user)).rejects.toMatchObject({ code });
  expect(amplify.signIn).toHaveBeenCalledTimes(1);
});

test('after a password that was refused, the code still works', async () => {
  const finish = signUpFinisher();
  amplify.signIn.mockResolvedValue(toChoose);
  amplify.confirmSignIn.mockRejectedValueOnce(amplifyError('InvalidPasswordException'));
  await expect(finish(user)).rejects.toMatchObject({ code: 'weak_password' });
  amplify.confirmSignIn.mockResolvedValueOnce(output('DONE'));
  expect(await finish(user)).toBe('signed-in');
});

test('if the answer to the password was lost, the next try signs in with the password', async () => {
  const finish = signUpFinisher();
  amplify.signIn.mockResolvedValueOnce(toChoose);
  amplify.confirmSignIn.mockRejectedValueOnce(networkError());
  await expect(finish(user)).rejects.toMatchObject({ code: 'unreachable' });
  amplify.signIn.mockRejectedValueOnce(refused);
  amplify.signIn.mockResolvedValueOnce(output('DONE'));
  expect(await finish(user)).toBe('signed-in');
  expect(amplify.signIn).toHaveBeenLastCalledWith({ username: user.email, password: user.password });
});
