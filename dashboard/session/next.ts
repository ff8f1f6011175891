import * as v from 'valibot';

const somewhere = 'https://dashboard.invalid';

// The way a browser would read it: `//elsewhere`, `/\elsewhere` and `/<tab>/elsewhere` lead away.
const staysHere = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, somewhere) && new URL(address, somewhere).origin === somewhere;

/** What of the pages for those who are not signed in stands in their address: where to go on after signing in. */
export const signedOutSearch = v.object({
  next: v.fallback(v.optional(v.pipe(v.string(), v.check(staysHere))), undefined),
});
