import { adminCreateUser } from './admin-create-user.ts';
import {
  adminDeleteUser,
  adminGetUser,
  adminSetUserMFAPreference,
  adminSetUserPassword,
  adminUpdateUserAttributes,
  adminUserGlobalSignOut,
} from './admin-users.ts';
import { listUsers } from './list-users.ts';
import type { OperationTurns } from './operation-turns.ts';
import { confirmForgotPassword, forgotPassword } from './passwords.ts';
import { getTokensFromRefreshToken, revokeToken } from './refresh-tokens.ts';
import { associateSoftwareToken, setUserMFAPreference, verifySoftwareToken } from './second-factor.ts';
import { adminInitiateAuth, initiateAuth, respondToAuthChallenge } from './sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import { changePassword, deleteUser, getUser, globalSignOut } from './signed-in-user.ts';
import { updateUserAttributes, verifyUserAttribute } from './user-attributes.ts';
import { failureAnswer, successAnswer, UnsupportedOperationError, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import type { CallUserPool } from './user-pool-server.ts';

const operations: Readonly<Record<string, UserPoolOperation>> = {
  AdminCreateUser: adminCreateUser,
  AdminDeleteUser: adminDeleteUser,
  AdminGetUser: adminGetUser,
  AdminInitiateAuth: adminInitiateAuth,
  AdminSetUserMFAPreference: adminSetUserMFAPreference,
  AdminSetUserPassword: adminSetUserPassword,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  ListUsers: listUsers,
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
  GetUser: getUser,
  DeleteUser: deleteUser,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMFAPreference,
};

/** {@link CallUserPool}, one operation at a time. `onFault` is called with unexpected errors. */
export function createCallUserPool(
  context: UserPoolContext,
  turns: OperationTurns,
  onFault: (operation: string, error: unknown) => void,
): CallUserPool {
  const run = async (name: string, input: unknown): Promise<object> => {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation) return operation(input, context);
    throw new UnsupportedOperationError(name);
  };

  return (name, input) =>
    turns.run(async () => {
      try {
        return successAnswer(await run(name, input));
      } catch (error) {
        if (!(error instanceof UserPoolError)) onFault(name, error);
        return failureAnswer(error);
      }
    });
}
