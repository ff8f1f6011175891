import type { Credentials } from './sign-in.ts';

let kept: Credentials | undefined;

/** Keeps new credentials for the sign-in page that opens next. Only in memory: no address, history or storage has them. */
export function keepForSignIn(credentials: Credentials): void {
  kept = credentials;
}

/** Returns the kept credentials once. */
export function takeForSignIn(): Credentials | undefined {
  const taken = kept;
  kept = undefined;
  return taken;
}
