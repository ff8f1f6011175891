import { signOut as amplifySignOut, fetchAuthSession } from '@aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, defaultStorage } from '@aws-amplify/core';
import { UnreachableError } from '../api/api-errors.ts';
import type { DashboardConfig } from '../config.ts';
import { endpointOverride, userKey } from './cognito-names.ts';
import { isSessionError, toSessionError } from './session-error.ts';

/**
 * Says where users sign in. Tokens are kept where the library keeps them unless told otherwise
 * (docs/decisions/0012-session-tokens-where-amplify-keeps-them.md).
 */
export function configureSession({ userPool: { endpoint, id, clientId } }: DashboardConfig): void {
  const override = endpointOverride(endpoint);
  const Auth = {
    Cognito: { userPoolId: id, userPoolClientId: clientId, ...(override && { userPoolEndpoint: override }) },
  };
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}

/**
 * The token for the management API, renewed where it has run out; undefined when nobody is signed in, or not any more.
 * @throws {UnreachableError} or {@link SessionError} where it could not be renewed now, and may be later
 */
export async function idToken(): Promise<string | undefined> {
  try {
    const { tokens } = await fetchAuthSession();
    return tokens?.idToken?.toString();
  } catch (cause) {
    const error = toSessionError(cause);
    const isPassing =
      error instanceof UnreachableError || isSessionError(error, 'busy') || isSessionError(error, 'failed');
    if (isPassing) throw error;
    return undefined;
  }
}

/**
 * Whether this browser holds somebody's session. It asks nobody, so that being offline looks different from being signed
 * out; that the session has ended shows at the first request.
 */
export async function isSignedIn(): Promise<boolean> {
  const clientId = Amplify.getConfig().Auth?.Cognito.userPoolClientId;
  return clientId !== undefined && (await defaultStorage.getItem(userKey(clientId))) !== null;
}

/** Ends the session in this browser; its refresh token is revoked, where the user pool can be reached. */
export const signOut = (): Promise<void> => amplifySignOut();
