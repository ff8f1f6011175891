import { UnreachableError } from '../api/api-errors.ts';
import type { DashboardConfig } from '../config.ts';
import { isTokenKey, userKey } from './cognito-names.ts';
import { loadAmplify, sessionUserPool, setUserPool } from './load-amplify.ts';
import { isSessionError, toSessionError } from './session-error.ts';

/** Sets the user pool of the session. */
export function configureSession({ userPool }: Pick<DashboardConfig, 'userPool'>): void {
  setUserPool(userPool);
}

/**
 * The token for the management API, renewed if it has expired; undefined when signed out.
 * @throws {UnreachableError} or `SessionError` if it cannot be renewed now, but may be later
 */
export async function idToken(): Promise<string | undefined> {
  try {
    const { fetchAuthSession } = await loadAmplify();
    const { tokens } = await fetchAuthSession();
    return tokens?.idToken?.toString();
  } catch (cause) {
    const error = toSessionError(cause);
    const isTransient =
      error instanceof UnreachableError || isSessionError(error, 'busy') || isSessionError(error, 'failed');
    if (isTransient) throw error;
    return undefined;
  }
}

/**
 * Whether this browser has a stored session. Sends no request, so that being offline does not look like being signed out;
 * an ended session shows with the first request.
 */
export async function isSignedIn(): Promise<boolean> {
  const key = userKey(sessionUserPool().clientId);
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // The browser allows no storage: Amplify then keeps the session in memory.
    const { defaultStorage } = await loadAmplify();
    return (await defaultStorage.getItem(key)) !== null;
  }
}

/** Ends the session in this browser, and revokes its refresh token if the user pool can be reached. */
export async function signOut(): Promise<void> {
  const amplify = await loadAmplify().catch(() => undefined);
  if (amplify) await amplify.signOut();
  else forgetTokens();
}

/** Without Amplify, the session at least ends in this browser. */
function forgetTokens(): void {
  const { clientId } = sessionUserPool();
  for (const key of Object.keys(localStorage)) if (isTokenKey(clientId, key)) localStorage.removeItem(key);
}
