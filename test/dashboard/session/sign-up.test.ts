import { beforeEach, describe, expect, test } from '@jest/globals';
import { amplify, amplifyError, networkError, resetAmplify } from './amplify.ts';

const { confirmAddress, signUp } = await import('../../../dashboard/session/sign-up.ts');

const credentials = { email: 'you@example.com', password: 'Correct-horse-1' };
const exists = amplifyError('UsernameExistsException');
const confirmed = amplifyError('InvalidParameterException', 'User is already confirmed.');

beforeEach(resetAmplify);

describe('signUp', () => {
  test('starts an account with that address', async () => {
    expect(await signUp(credentials)).toBe('started');
    expect(amplify.signUp).toHaveBeenCalledWith({
      username: 'you@example.com',
      password: 'Correct-horse-1',
      options: { userAttributes: { email: 'you@example.com' } },
    });
    expect(amplify.resendSignUpCode).not.toHaveBeenCalled();
  });

  test('sends another code to an address that was never confirmed', async () => {
    amplify.signUp.mockRejectedValue(exists);
    expect(await signUp(credentials)).toBe('started-before');
    expect(amplify.resendSignUpCode).toHaveBeenCalledWith({ username: 'you@example.com' });
  });

  test('refuses an address that already has an account', async () => {
    amplify.signUp.mockRejectedValue(exists);
    amplify.resendSignUpCode.mockRejectedValue(confirmed);
    await expect(signUp(credentials)).rejects.toMatchObject({ code: 'address_taken' });
  });

  test('reports why no other code could be sent', async () => {
    amplify.signUp.mockRejectedValue(exists);
    amplify.resendSignUpCode.mockRejectedValue(amplifyError('LimitExceededException'));
    await expect(signUp(credentials)).rejects.toMatchObject({ code: 'locked_out' });
  });

  test('tries nothing else without a network', async () => {
    amplify.signUp.mockRejectedValue(networkError());
    await expect(signUp(credentials)).rejects.toMatchObject({ code: 'unreachable' });
    expect(amplify.resendSignUpCode).not.toHaveBeenCalled();
  });
});

describe('confirmAddress', () => {
  test('accepts an address that is already confirmed', async () => {
    const message = 'User cannot be confirmed. Current status is CONFIRMED';
    amplify.confirmSignUp.mockRejectedValue(amplifyError('NotAuthorizedException', message));
    await expect(confirmAddress('you@example.com', '123456')).resolves.toBeUndefined();
  });

  test('reports a wrong code', async () => {
    amplify.confirmSignUp.mockRejectedValue(amplifyError('CodeMismatchException'));
    await expect(confirmAddress('you@example.com', '000000')).rejects.toMatchObject({ code: 'wrong_code' });
  });
});
