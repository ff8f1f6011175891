import { signIn as amplifySignIn, confirmSignIn, type SignInOutput } from '@aws-amplify/auth';
import { signOut } from './session.ts';
import { SessionError, throwSessionError } from './session-error.ts';

/** What one signs in with. */
export type Credentials = { readonly email: string; readonly password: string };

/** How far a sign-in has come: what it asks for next, if anything. */
export type SignInProgress = 'signed-in' | 'address-to-confirm' | 'second-factor' | 'password-to-reset';

/**
 * Signs in, by Amplify's default flow (SRP): the password itself is not sent. A session that the browser still holds ends.
 * @throws {SessionError} and {@link UnreachableError}
 */
export async function signIn({ email, password }: Credentials): Promise<SignInProgress> {
  const input = { username: email, password };
  const output = await amplifySignIn(input)
    .catch((error: Error) => {
      if (error.name !== 'UserAlreadyAuthenticatedException') throw error;
      return signOut().then(() => amplifySignIn(input));
    })
    .catch(throwSessionError);
  return progressOf(output);
}

/**
 * Goes on with a sign-in that has asked for a second factor.
 * @throws {SessionError} and {@link UnreachableError}
 */
export async function confirmSecondFactor(code: string): Promise<SignInProgress> {
  return progressOf(await confirmSignIn({ challengeResponse: code }).catch(throwSessionError));
}

function progressOf({ nextStep }: SignInOutput): SignInProgress {
  switch (nextStep.signInStep) {
    case 'DONE':
      return 'signed-in';
    case 'CONFIRM_SIGN_UP':
      return 'address-to-confirm';
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'second-factor';
    case 'RESET_PASSWORD':
      return 'password-to-reset';
    default:
      throw new SessionError('unsupported');
  }
}

/** A code as it is sent, out of what somebody typed or pasted: spaces and dashes between its digits do not count. */
export const cleanCode = (typed: string): string => typed.replace(/[\s-]/g, '');
