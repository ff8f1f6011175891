import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { signOut } from './session.ts';
import { changeOf } from './stored-session.ts';

/** Why somebody has to sign in again. */
export type Ending = 'signed-out' | 'expired' | 'elsewhere';

let underWay: Promise<void> | undefined;

/**
 * Ends the session in this tab: nothing that was seen stays in memory, and the sign-in page says why. However many
 * requests learn of the end at once, it is one.
 */
export function endSession(queryClient: QueryClient, router: AnyRouter, ending: Ending): Promise<void> {
  underWay ??= end(queryClient, router, ending).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function end(queryClient: QueryClient, router: AnyRouter, ending: Ending): Promise<void> {
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
    const what = changeOf(clientId, change);
    if (what) hears[what]();
  });
}
