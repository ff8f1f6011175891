import { fetchAuthSession } from '@aws-amplify/auth';
import { Amplify } from '@aws-amplify/core';
import * as v from 'valibot';
import { SignedOutError, UnreachableError } from '../api/problem.ts';
import { fail } from './session-error.ts';
import { endpointOf } from './user-pool.ts';

/**
 * Revokes every refresh token of the user, in all browsers. Tokens that were given out already last to their end, half an
 * hour at most. It is asked of the user pool directly (Amazon Cognito user pools API reference, "GlobalSignOut"), because
 * Amplify's `signOut({ global: true })` does not tell when it fails.
 * @throws {SessionError}, {@link SignedOutError} or {@link UnreachableError} where it did not happen
 */
export async function signOutEverywhere(): Promise<void> {
  const { tokens } = await fetchAuthSession().catch(fail);
  const userPool = Amplify.getConfig().Auth?.Cognito;
  if (!tokens || !userPool?.userPoolId) throw new SignedOutError();
  const response = await fetch(endpointOf(userPool.userPoolId, userPool.userPoolEndpoint), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: tokens.accessToken.toString() }),
  }).catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });
  if (!response.ok) fail(await refusalIn(response));
}

const refusal = v.object({ __type: v.string(), message: v.optional(v.string(), '') });

async function refusalIn(response: Response): Promise<unknown> {
  const { success, output } = v.safeParse(refusal, await response.json().catch(() => undefined));
  return success ? { name: output.__type.split('#').at(-1), message: output.message } : undefined;
}
