import type { SignInOutput } from '@aws-amplify/auth';
import { loadSignIn } from './load-amplify.ts';
import { signOut } from './session.ts';
import { SessionError, throwSessionError, throwWrongAppCode } from './session-error.ts';

/** An email address and its password. */
export type Credentials = { readonly email: string; readonly password: string };

/** The result of a sign-in step: signed in, or what is needed next. */
export type SignInProgress =
  | 'signed-in'
  | 'sign-up-to-repeat'
  | 'password-to-choose'
  | 'second-factor'
  | 'password-to-reset';

/**
 * Signs in with Amplify's default flow (SRP), which does not send the password. Ends a session that this browser still has.
 * @throws {SessionError} and `UnreachableError`
 */
export async function signIn({ email, password }: Credentials): Promise<SignInProgress> {
  const amplify = await loadSignIn();
  const input = { username: email, password };
  const output = await amplify
    .signIn(input)
    .catch((error: Error) => {
      if (error.name !== 'UserAlreadyAuthenticatedException') throw error;
      return signOut().then(() => amplify.signIn(input));
    })
    .catch(throwSessionError);
  return progressOf(output);
}

/**
 * Continues a sign-in that requires a second factor.
 * @throws {SessionError} and `UnreachableError`
 */
export async function confirmSecondFactor(code: string): Promise<SignInProgress> {
  const { confirmSignIn } = await loadSignIn();
  const answered = confirmSignIn({ challengeResponse: code });
  return progressOf(await answered.catch(throwSessionError).catch(throwWrongAppCode));
}

/**
 * Continues a sign-in with a temporary password: the code of a sign-up, or one that the operator sent.
 * @throws {SessionError} and `UnreachableError`
 */
export async function choosePassword(password: string): Promise<SignInProgress> {
  const { confirmSignIn } = await loadSignIn();
  return progressOf(await confirmSignIn({ challengeResponse: password }).catch(throwSessionError));
}

function progressOf({ nextStep }: SignInOutput): SignInProgress {
  switch (nextStep.signInStep) {
    case 'DONE':
      return 'signed-in';
    case 'CONFIRM_SIGN_UP':
      return 'sign-up-to-repeat';
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return 'password-to-choose';
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'second-factor';
    case 'RESET_PASSWORD':
      return 'password-to-reset';
    default:
      throw new SessionError('unsupported');
  }
}

/** Removes spaces and dashes from a code that was typed or pasted. */
export const cleanCode = (typed: string): string => typed.replace(/[\s-]/g, '');
