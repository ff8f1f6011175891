import { signUp as amplifySignUp, confirmSignUp, resendSignUpCode } from '@aws-amplify/auth';
import { isSessionError, SessionError, throwSessionError } from './session-error.ts';
import type { Credentials } from './sign-in.ts';

/**
 * Begins an account; a code goes to the address. Where the address had been signed up before and never confirmed, another
 * code goes to it, and the password stays the one of then: `begun-before`.
 * @throws {SessionError} `address_taken` where there is a confirmed account; others
 */
export async function signUp({ email, password }: Credentials): Promise<'begun' | 'begun-before'> {
  try {
    await amplifySignUp({ username: email, password, options: { userAttributes: { email } } }).catch(throwSessionError);
    return 'begun';
  } catch (error) {
    if (!isSessionError(error, 'address_taken')) throw error;
    await sendCodeAgain(email).catch((cause: unknown) => {
      throw isSessionError(cause, 'already_confirmed') ? new SessionError('address_taken') : cause;
    });
    return 'begun-before';
  }
}

/** Sends another code to an address that is not confirmed yet; the one before it stops working. */
export async function sendCodeAgain(email: string): Promise<void> {
  await resendSignUpCode({ username: email }).catch(throwSessionError);
}

/** Confirms an address by the code that was sent to it. One that is confirmed already is no error. */
export async function confirmAddress(email: string, code: string): Promise<void> {
  try {
    await confirmSignUp({ username: email, confirmationCode: code }).catch(throwSessionError);
  } catch (error) {
    if (!isSessionError(error, 'already_confirmed')) throw error;
  }
}
