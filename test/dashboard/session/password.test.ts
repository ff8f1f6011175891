import { beforeEach, describe, expect, test } from '@jest/globals';
import { amplify, amplifyError, networkError, resetAmplify } from './amplify.ts';

const { sendResetCode, setNewPassword } = await import('../../../dashboard/session/password.ts');

const credentials = { email: 'you@example.com', password: 'Correct-horse-2' };
const revealing = [
  amplifyError('UserNotFoundException', 'User does not exist.'),
  amplifyError('NotAuthorizedException', 'User is disabled.'),
  amplifyError('NotAuthorizedException', 'User password cannot be reset in the current state.'),
  amplifyError('InvalidParameterException', 'Cannot reset password … no registered/verified email'),
];

beforeEach(resetAmplify);

describe('sendResetCode', () => {
  test.each(revealing)('$message: succeeds as with an account', async (error) => {
    amplify.resetPassword.mockRejectedValue(error);
    await expect(sendResetCode('you@example.com')).resolves.toBeUndefined();
  });

  test.each([
    [networkError(), 'unreachable'],
    [amplifyError('LimitExceededException'), 'locked_out'],
  ])('$name is reported, because it reveals no account', async (error, code) => {
    amplify.resetPassword.mockRejectedValue(error);
    await expect(sendResetCode('you@example.com')).rejects.toMatchObject({ code });
  });
});

describe('setNewPassword', () => {
  test('sends address, password and code', async () => {
    await setNewPassword(credentials, '123456');
    const input = { username: 'you@example.com', newPassword: 'Correct-horse-2', confirmationCode: '123456' };
    expect(amplify.confirmResetPassword).toHaveBeenCalledWith(input);
  });

  test.each(revealing)('$message: fails as with a wrong code', async (error) => {
    amplify.confirmResetPassword.mockRejectedValue(error);
    await expect(setNewPassword(credentials, '123456')).rejects.toMatchObject({ code: 'wrong_code' });
  });

  test('reports a weak password', async () => {
    amplify.confirmResetPassword.mockRejectedValue(amplifyError('InvalidPasswordException'));
    await expect(setNewPassword(credentials, '123456')).rejects.toMatchObject({ code: 'weak_password' });
  });
});
