import { useLocation } from '@tanstack/react-router';
import * as v from 'valibot';
import type { SessionEnd } from './sign-out.ts';

/** What has been done when the sign-in page, or the one for a forgotten password, is opened. */
export type CompletedStep = 'address-confirmed' | 'password-set';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the sign-in page was opened. */
    ending?: SessionEnd;
    /** The address that was typed on the page before. */
    email?: string;
    done?: CompletedStep;
  }
}

const somewhere = 'https://dashboard.invalid';

// The way a browser would read it: `//elsewhere`, `/\elsewhere` and `/<tab>/elsewhere` lead away.
const staysHere = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, somewhere) && new URL(address, somewhere).origin === somewhere;

/** What of the pages for those who are not signed in stands in their address: where to go on after signing in. */
export const signedOutSearch = v.object({
  next: v.fallback(v.optional(v.pipe(v.string(), v.check(staysHere))), undefined),
});

/** What the page before has left for this one, in the history and not in the address. */
export const useCarriedState = () =>
  useLocation({
    select: ({ state: { email = '', ending, done } }) => ({ email, ending, done }),
    structuralSharing: true,
  });
