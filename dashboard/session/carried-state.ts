import { useLocation } from '@tanstack/react-router';
import * as v from 'valibot';
import type { SignedOutReason } from '../api/api-errors.ts';

/** Why the user must sign in again. */
export type SessionEnd = SignedOutReason | 'signed-out' | 'elsewhere';

/** A change that was completed before the page opened. */
export type CompletedStep = 'password-set' | 'password-changed' | 'email-changed' | 'recovered';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the sign-in page was opened. */
    ending?: SessionEnd;
    /** The email address typed on the previous page. */
    email?: string;
    done?: CompletedStep;
    /** When this page asked for the last code, in epoch milliseconds. A reload keeps it. */
    codeSentAt?: number;
  }
}

const anyOrigin = 'https://dashboard.invalid';

// Parsed as a browser would: `//host`, `/\host` and `/<tab>/host` lead to another site.
const isSameOrigin = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, anyOrigin) && new URL(address, anyOrigin).origin === anyOrigin;

/** The search parameters of the signed-out pages: where to go after signing in. */
export const signedOutSearch = v.object({
  next: v.fallback(v.optional(v.pipe(v.string(), v.check(isSameOrigin))), undefined),
});

/** State from the previous page, passed in the history and not in the URL. */
export const useCarriedState = () =>
  useLocation({
    select: ({ state: { email = '', ending, done, codeSentAt } }) => ({ email, ending, done, codeSentAt }),
    structuralSharing: true,
  });
