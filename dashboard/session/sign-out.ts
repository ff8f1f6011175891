import { fetchAuthSession } from '@aws-amplify/auth';
import { Amplify } from '@aws-amplify/core';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { SignedOutError, UnreachableError } from '../api/api-errors.ts';
import { endpointOf, sessionChange } from './cognito-names.ts';
import { signOut } from './session.ts';
import { throwSessionError } from './session-error.ts';

/** Why the user must sign in again. */
export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere';

let endInProgress: Promise<void> | undefined;

/**
 * Ends the session in this tab: clears all cached data and opens the sign-in page, which says why. Calls during a run
 * share it.
 */
export function endSession(queryClient: QueryClient, router: AnyRouter, ending: SessionEnd): Promise<void> {
  endInProgress ??= end(queryClient, router, ending).finally(() => {
    endInProgress = undefined;
  });
  return endInProgress;
}

async function end(queryClient: QueryClient, router: AnyRouter, ending: SessionEnd): Promise<void> {
  const next: string = router.state.location.href;
  // Another tab has already removed the tokens.
  if (ending !== 'elsewhere') await signOut().catch(() => undefined);
  const returnsHere = ending === 'expired' && next !== '/';
  await router.navigate({ to: '/sign-in', state: { ending }, search: returnsHere ? { next } : {} });
  queryClient.clear();
}

/** Calls back when a session starts or ends in another tab of this browser. */
export function followOtherTabs(clientId: string, callbacks: { started: () => void; ended: () => void }): void {
  addEventListener('storage', (change) => {
    const what = sessionChange(clientId, change);
    if (what) callbacks[what]();
  });
}

/**
 * Revokes every refresh token of the user, in all browsers. Issued access and ID tokens stay valid until they expire, at
 * most half an hour. Calls the user pool directly (Amazon Cognito user pools API reference, "GlobalSignOut"), because
 * Amplify's `signOut({ global: true })` hides failures.
 * @throws {SessionError}, {@link SignedOutError} or {@link UnreachableError} if the tokens were not revoked
 */
export async function signOutEverywhere(): Promise<void> {
  const { tokens } = await fetchAuthSession().catch(throwSessionError);
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
  if (!response.ok) throwSessionError(await refusalIn(response));
}

const refusal = v.object({ __type: v.string(), message: v.optional(v.string(), '') });

async function refusalIn(response: Response): Promise<unknown> {
  const { success, output } = v.safeParse(refusal, await response.json().catch(() => undefined));
  return success ? { name: output.__type.split('#').at(-1), message: output.message } : undefined;
}
