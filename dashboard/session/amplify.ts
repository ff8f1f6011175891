import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger } from '@aws-amplify/core';
import type { DashboardConfig } from '../config.ts';
import { endpointOverride } from './cognito-names.ts';

// Amplify is a large part of the script. Only load-amplify.ts imports it: the sign-in page shows before it is there.
export { fetchAuthSession, signOut } from '@aws-amplify/auth';
export { defaultStorage } from '@aws-amplify/core';

/**
 * Configures Amplify with the user pool. Tokens stay in the library's default storage
 * (docs/decisions/0012-session-tokens-where-amplify-keeps-them.md).
 */
export function configureAmplify({ endpoint, id, clientId }: DashboardConfig['userPool']): void {
  const override = endpointOverride(endpoint);
  // Amplify warns in the browser's console of an endpoint that is not AWS's own, such as the local one.
  if (override) ConsoleLogger.LOG_LEVEL = 'ERROR';
  const Auth = {
    Cognito: { userPoolId: id, userPoolClientId: clientId, ...(override && { userPoolEndpoint: override }) },
  };
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}
