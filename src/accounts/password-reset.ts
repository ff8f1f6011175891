import { AccountNotFoundError } from '../directory/directory-reads.ts';
import type { Plans } from '../plans.ts';
import type { FunctionSettings } from '../settings.ts';
import { registerAccount } from './accounts.ts';
import { endSessions, type SessionDeps } from './sessions.ts';
import { requireSignUp } from './sign-up-policy.ts';

export type PasswordResetDeps = SessionDeps & {
  readonly settings: Pick<FunctionSettings, 'signUp'>;
  readonly plans: Plans;
};

/**
 * Ends all sessions of a user who has reset the password, because an attacker may hold one. Cognito does not say from which
 * address the reset came. A user who has never used the management API gets the account now: otherwise a token from before
 * the reset would create it later, with no ended sessions. The sign-up policy still applies.
 * @throws see {@link endSessions}
 */
export async function endSessionsAfterReset(
  deps: PasswordResetDeps,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  const request = { accountId, origin: { by: 'customer' } } as const;
  const end = () => endSessions(deps, request, () => ({ activity: { action: 'password_reset' } }));
  try {
    await end();
  } catch (error) {
    if (!(error instanceof AccountNotFoundError)) throw error;
    if (!mayHaveAccount(deps, email)) return;
    await registerAccount(deps, { accountId, email, planId: deps.plans.free.id }, request.origin);
    await end();
  }
}

function mayHaveAccount({ settings }: PasswordResetDeps, email: string): boolean {
  try {
    requireSignUp(settings.signUp, email);
    return true;
  } catch {
    return false;
  }
}
