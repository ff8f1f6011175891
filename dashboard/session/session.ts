import { signOut as amplifySignOut, fetchAuthSession } from '@aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, defaultStorage } from '@aws-amplify/core';
import { UnreachableError } from '../api/api-errors.ts';
import type { DashboardConfig } from '../config.ts';
import { endpointOverride, userKey } from './cognito-names.ts';
import { isSessionError, toSessionError } from './session-error.ts';

/**
 * Configures Amplify with the user pool. Tokens stay in the library's default storage
 * (docs/decisions/0012-session-tokens-where-amplify-keeps-them.md).
 */
export function configureSession({ userPool: { endpoint, id, clientId } }: Pick<DashboardConfig, 'userPool'>): void {
  const override = endpointOverride(endpoint);
  const Auth = {
    Cognito: { userPoolId: id, userPoolClientId: clientId, ...(override && { userPoolEndpoint: override }) },
  };
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}

/**
 * The token for the management API, renewed if it has expired; undefined when signed out.
 * @throws {UnreachableError} or {@link SessionError} if it cannot be renewed now, but may be later
 */
export async function idToken(): Promise<string | undefined> {
  try {
    const { tokens } = await fetchAuthSession();
    return tokens?.idToken?.toString();
  } catch (cause) {
    const error = toSessionError(cause);
    const isTransient =
      error instanceof UnreachableError || isSessionError(error, 'busy') || isSessionError(error, 'failed');
    if (isTransient) throw error;
    return undefined;
  }
}

/**
 * Whether this browser has a stored session. Sends no request, so that being offline does not look like being signed out;
 * an ended session shows with the first request.
 */
export async function isSignedIn(): Promise<boolean> {
  const clientId = Amplify.getConfig().Auth?.Cognito.userPoolClientId;
  return clientId !== undefined && (await defaultStorage.getItem(userKey(clientId))) !== null;
}

/** Ends the session in this browser, and revokes its refresh token if the user pool can be reached. */
export const signOut = (): Promise<void> => amplifySignOut();
