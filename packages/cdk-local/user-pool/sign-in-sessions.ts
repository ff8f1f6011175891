import { randomUUID } from 'node:crypto';
import type { Clock } from '../time.ts';
import { notAuthorized } from './user-pool-answer.ts';

/** A sign-in that waits for the answer to a challenge, such as a second factor's code. */
type SignInSession = {
  readonly clientId: string;
  /** The user's id. */
  readonly username: string;
  readonly challenge: string;
};

/** Sign-ins between a challenge and its answer. */
export type SignInSessions = {
  /** Returns the id of the new session. */
  readonly open: (session: SignInSession) => string;
  /** @throws {UserPoolError} NotAuthorizedException for a session that is unknown, of another sign-in, or expired */
  readonly check: (session: string, expected: SignInSession) => void;
  readonly close: (session: string) => void;
};

/** CreateUserPoolClient, "AuthSessionValidity": 3 minutes by default. */
const validity = 3 * 60 * 1_000;

export function createSignInSessions(clock: Clock): SignInSessions {
  const sessions = new Map<string, SignInSession & { readonly until: number }>();
  return {
    open: (session) => {
      for (const [id, { until }] of sessions) if (until < clock()) sessions.delete(id);
      const id = randomUUID();
      sessions.set(id, { ...session, until: clock() + validity });
      return id;
    },
    check: (id, { clientId, username, challenge }) => {
      const session = sessions.get(id);
      const isTheirs = session?.clientId === clientId && session.username === username;
      if (session && isTheirs && session.challenge === challenge && session.until >= clock()) return;
      throw notAuthorized('Invalid session for the user, session is expired.');
    },
    close: (id) => void sessions.delete(id),
  };
}
