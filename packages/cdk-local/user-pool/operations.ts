import * as v from 'valibot';
import { failure, success } from './answer.ts';
import { getUserAttributeVerificationCode, updateUserAttributes, verifyUserAttribute } from './attributes.ts';
import { respondToAuthChallenge } from './challenges.ts';
import type { Context, Operation } from './context.ts';
import { confirmForgotPassword, forgotPassword } from './forgotten-password.ts';
import type { Call } from './front.ts';
import { getTokensFromRefreshToken, revokeToken } from './refresh-tokens.ts';
import { Refusal } from './refusal.ts';
import { verifySoftwareToken } from './second-factor.ts';
import { initiateAuth } from './sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import { changePassword, globalSignOut, signedIn } from './signed-in-user.ts';

// Where cognito-local does not as AWS does; the others are its own.
const operations: Readonly<Record<string, Operation>> = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  UpdateUserAttributes: updateUserAttributes,
  VerifyUserAttribute: verifyUserAttribute,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  VerifySoftwareToken: verifySoftwareToken,
};

const withToken = v.object({ AccessToken: v.string() });

/** {@link Call}, one at a time: no two operations cross. `onFault` hears of what is no refusal. */
export function createCall(context: Context, onFault: (operation: string, error: unknown) => void): Call {
  let last: Promise<unknown> = Promise.resolve();

  const run = async (name: string, input: unknown): Promise<object> => {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation) return operation(input, context);
    // cognito-local believes any token.
    if (v.is(withToken, input)) await signedIn(input.AccessToken, context);
    return context.cognitoLocal.run(name, Object(input));
  };

  return (name, input) => {
    const answer = last.then(async () => {
      try {
        return success(await run(name, input));
      } catch (error) {
        if (!(error instanceof Refusal)) onFault(name, error);
        return failure(error);
      }
    });
    last = answer;
    return answer;
  };
}
