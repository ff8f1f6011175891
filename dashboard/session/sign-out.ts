import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { clearAccountStorage } from './account-storage.ts';
import type { CompletedStep, SessionEnd } from './carried-state.ts';
import { sessionChange } from './cognito-names.ts';
import { signOut } from './session.ts';
import type { Credentials } from './sign-in.ts';
import { keepForSignIn } from './sign-in-again.ts';

let endInProgress: Promise<void> | undefined;

/**
 * Ends the session in this tab: clears all cached data and opens the sign-in page, which says why. Calls during a run
 * share it.
 */
export function endSession(queryClient: QueryClient, router: AnyRouter, ending: SessionEnd): Promise<void> {
  endInProgress ??= end(queryClient, router, { ending }).finally(() => {
    endInProgress = undefined;
  });
  return endInProgress;
}

/** Replaces a session that a change has ended: signs in again with the new credentials, then returns to this page. */
export function renewSession(
  queryClient: QueryClient,
  router: AnyRouter,
  done: CompletedStep,
  credentials: Credentials,
): Promise<void> {
  keepForSignIn(credentials);
  // A request that found the session ended may have started to end it: it must not hide what was done.
  const earlier = endInProgress ?? Promise.resolve();
  endInProgress = earlier
    .then(() => end(queryClient, router, { done, email: credentials.email }))
    .finally(() => {
      endInProgress = undefined;
    });
  return endInProgress;
}

type Carried = { readonly ending?: SessionEnd; readonly done?: CompletedStep; readonly email?: string };

/** Endings after which the user goes on where they were; without one, a change has ended the session. */
const returning: readonly (SessionEnd | undefined)[] = [undefined, 'expired', 'ended'];

/** Endings after which the browser keeps what it has for the account: nobody asked to sign out. */
const keeping: readonly (SessionEnd | undefined)[] = [undefined, 'expired'];

async function end(queryClient: QueryClient, router: AnyRouter, carried: Carried): Promise<void> {
  const { href, pathname, search } = router.state.location;
  const next: string | undefined = pathname === '/sign-in' ? search.next : href;
  // Another tab has already removed the tokens.
  if (carried.ending !== 'elsewhere') await signOut().catch(() => undefined);
  const returns = returning.includes(carried.ending) && next !== undefined && next !== '/';
  await router.navigate({ to: '/sign-in', state: carried, search: returns ? { next } : {} });
  queryClient.clear();
  if (!keeping.includes(carried.ending)) clearAccountStorage();
}

/** Calls back when a session starts or ends in another tab of this browser. */
export function followOtherTabs(clientId: string, callbacks: { started: () => void; ended: () => void }): void {
  addEventListener('storage', (change) => {
    const what = sessionChange(clientId, change);
    if (what) callbacks[what]();
  });
}
