import { signIn as amplifySignIn, confirmSignIn, type SignInOutput } from '@aws-amplify/auth';
import { signOut } from './session.ts';
import { fail, SessionError } from './session-error.ts';

/** What one signs in with. */
export type Credentials = { readonly email: string; readonly password: string };

/** How far a sign-in has come: what it asks for next, if anything. */
export type Progress = 'signed-in' | 'address-to-confirm' | 'second-factor' | 'password-to-reset';

/**
 * Signs in, by Amplify's default flow (SRP): the password itself is not sent. A session that the browser still holds ends.
 * @throws {SessionError} and {@link UnreachableError}
 */
export async function signIn({ email, password }: Credentials): Promise<Progress> {
  const input = { username: email, password };
  const output = await amplifySignIn(input)
    .catch((error: Error) => {
      if (error.name !== 'UserAlreadyAuthenticatedException') throw error;
      return signOut().then(() => amplifySignIn(input));
    })
    .catch(fail);
  return progressOf(output);
}

/**
 * Goes on with a sign-in that has asked for a second factor.
 * @throws {SessionError} and {@link UnreachableError}
 */
export async function answerSecondFactor(code: string): Promise<Progress> {
  return progressOf(await confirmSignIn({ challengeResponse: code }).catch(fail));
}

function progressOf({ nextStep }: SignInOutput): Progress {
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
