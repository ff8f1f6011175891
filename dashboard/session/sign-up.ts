import { signUp as amplifySignUp, confirmSignUp, resendSignUpCode } from '@aws-amplify/auth';
import { isSessionError, SessionError, throwSessionError } from './session-error.ts';
import type { Credentials } from './sign-in.ts';

/**
 * Starts a sign-up and sends a code to the address. If the address was signed up before but never confirmed, sends another
 * code and keeps the earlier password: `started-before`.
 * @throws {SessionError} `address_taken` if a confirmed account has the address; others
 */
export async function signUp({ email, password }: Credentials): Promise<'started' | 'started-before'> {
  try {
    await amplifySignUp({ username: email, password, options: { userAttributes: { email } } }).catch(throwSessionError);
    return 'started';
  } catch (error) {
    if (!isSessionError(error, 'address_taken')) throw error;
    await sendCodeAgain(email).catch((cause: unknown) => {
      throw isSessionError(cause, 'already_confirmed') ? new SessionError('address_taken') : cause;
    });
    return 'started-before';
  }
}

/** Sends another code to an address that is not confirmed yet; the one before it stops working. */
export async function sendCodeAgain(email: string): Promise<void> {
  await resendSignUpCode({ username: email }).catch(throwSessionError);
}

/** Confirms an address with the code that was sent to it. Succeeds if it is already confirmed. */
export async function confirmAddress(email: string, code: string): Promise<void> {
  try {
    await confirmSignUp({ username: email, confirmationCode: code }).catch(throwSessionError);
  } catch (error) {
    if (!isSessionError(error, 'already_confirmed')) throw error;
  }
}
