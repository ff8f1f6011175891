import { type Api, readBody } from '../api/api.ts';
import { UnreachableError } from '../api/api-errors.ts';
import { isSessionError, SessionError } from './session-error.ts';
import { choosePassword, cleanCode, type SignInProgress, signIn } from './sign-in.ts';

/**
 * Asks for a mail with a code. A code sent before stops working. The answer is the same if the address has an account,
 * which gets no code.
 * @throws {ApiError} `sign_up_refused` by the operator's policy, or `too_many_requests`; {@link UnreachableError}
 */
export async function requestSignUpCode(api: Api, email: string): Promise<void> {
  await readBody(api.POST('/v1/sign-up', { body: { email } }));
}

/** What a new user enters: the code is the temporary password that the mail has, in lower case. */
type NewUser = { readonly email: string; readonly code: string; readonly password: string };

/** Sets the password of a new user and signs in. */
export type FinishSignUp = (user: NewUser) => Promise<SignInProgress>;

/**
 * Finishes one sign-up, with as many tries as it takes. If the answer to a password was lost, the code no longer works:
 * the next try then signs in with the password.
 * @throws {SessionError} `wrong_code`, `temporary_password_expired`, `weak_password`; {@link UnreachableError}; others
 */
export function signUpFinisher(): FinishSignUp {
  let isAnswerLost = false;
  return async ({ email, code, password }) => {
    const started = await signIn({ email, password: cleanCode(code).toLowerCase() }).catch((error: unknown) => {
      if (!isSessionError(error, 'wrong_credentials')) throw error;
      if (isAnswerLost) return signIn({ email, password });
      throw new SessionError('wrong_code');
    });
    if (started !== 'password-to-choose') return started;
    return choosePassword(password).catch((error: unknown) => {
      isAnswerLost = error instanceof UnreachableError;
      throw error;
    });
  };
}
