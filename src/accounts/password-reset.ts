import { AccountNotFoundError } from '../directory/directory-reads.ts';
import { endSessions, type SessionDeps } from './sessions.ts';

/**
 * Ends all sessions of a user who has reset the password, because somebody else may hold one. Cognito does not tell from
 * which address the reset came. A user who has never used the management API has no account yet.
 * @throws see {@link endSessions}
 */
export async function endSessionsAfterReset(deps: SessionDeps, accountId: string): Promise<void> {
  const activity = { action: 'password_reset' } as const;
  try {
    await endSessions(deps, { accountId, origin: { by: 'customer' } }, () => ({ activity }));
  } catch (error) {
    if (!(error instanceof AccountNotFoundError)) throw error;
  }
}
