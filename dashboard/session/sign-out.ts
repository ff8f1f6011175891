import { fetchAuthSession } from '@aws-amplify/auth';
import { Amplify } from '@aws-amplify/core';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { SignedOutError, UnreachableError } from '../api/api-errors.ts';
import { endpointOf, sessionChange } from './cognito-names.ts';
import { signOut } from './session.ts';
import { throwSessionError } from './session-error.ts';

/** Why somebody has to sign in again. */
export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere';

let endInProgress: Promise<void> | undefined;

/**
 * Ends the session in this tab: nothing that was seen stays in memory, and the sign-in page says why. However many
 * requests learn of the end at once, it is one.
 */
export function endSession(queryClient: QueryClient, router: AnyRouter, ending: SessionEnd): Promise<void> {
  endInProgress ??= end(queryClient, router, ending).finally(() => {
    endInProgress = undefined;
  });
  return endInProgress;
}

async function end(queryClient: QueryClient, router: AnyRouter, ending: SessionEnd): Promise<void> {
  const next: string = router.state.location.href;
  // Another tab has signed out already: its tokens are gone.
  if (ending !== 'elsewhere') await signOut().catch(() => undefined);
  const comesBack = ending === 'expired' && next !== '/';
  await router.navigate({ to: '/sign-in', state: { ending }, search: comesBack ? { next } : {} });
  queryClient.clear();
}

/** Hears when a session starts or ends in another tab of this browser. */
export function followOtherTabs(clientId: string, hears: { started: () => void; ended: () => void }): void {
  addEventListener('storage', (change) => {
    const what = sessionChange(clientId, change);
    if (what) hears[what]();
  });
}

/**
 * Revokes every refresh token of the user, in all browsers. Tokens that were given out already last to their end, half an
 * hour at most. It is asked of the user pool directly (Amazon Cognito user pools API reference, "GlobalSignOut"), because
 * Amplify's `signOut({ global: true })` does not tell when it fails.
 * @throws {SessionError}, {@link SignedOutError} or {@link UnreachableError} where it did not happen
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
