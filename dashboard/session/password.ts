import { loadSignIn } from './load-amplify.ts';
import { isSessionError, SessionError, throwSessionError } from './session-error.ts';
import type { Credentials } from './sign-in.ts';

const accountRevealing = ['wrong_credentials', 'no_address', 'unsupported', 'disabled'] as const;

/** Sends a code to set a new password, if there is an account with one. It does not reveal whether there is. */
export async function sendResetCode(email: string): Promise<void> {
  const { resetPassword } = await loadSignIn();
  try {
    await resetPassword({ username: email }).catch(throwSessionError);
  } catch (error) {
    if (!accountRevealing.some((code) => isSessionError(error, code))) throw error;
  }
}

/** Sets a new password with the code that was sent, which ends all sessions. A wrong address looks like a wrong code. */
export async function setNewPassword({ email, password }: Credentials, code: string): Promise<void> {
  const { confirmResetPassword } = await loadSignIn();
  const input = { username: email, newPassword: password, confirmationCode: code };
  await confirmResetPassword(input).catch(throwSessionError).catch(hideAccount);
}

function hideAccount(error: unknown): never {
  throw accountRevealing.some((code) => isSessionError(error, code)) ? new SessionError('wrong_code') : error;
}
