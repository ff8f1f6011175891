import type { Ending } from './end-session.ts';

/** What has been done when the sign-in page, or the one for a forgotten password, is opened. */
export type Done = 'address-confirmed' | 'password-set';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the sign-in page was opened. */
    ending?: Ending;
    /** The address that was typed on the page before. */
    email?: string;
    done?: Done;
  }
}
