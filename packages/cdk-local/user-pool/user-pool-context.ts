import type { Clock } from '../time.ts';
import type { Mail } from './mail.ts';
import type { PostConfirmation } from './post-confirmation.ts';
import type { SignInSessions } from './sign-in-sessions.ts';
import type { SrpExchanges } from './srp.ts';
import type { TokenIssuer } from './tokens.ts';
import type { UserPoolDefinitions } from './user-pool-properties.ts';
import type { UserStore } from './user-store.ts';
import type { VerificationCodes } from './verification-codes.ts';

/** The dependencies of the operations. */
export type UserPoolContext = {
  readonly definitions: UserPoolDefinitions;
  readonly users: UserStore;
  readonly tokens: TokenIssuer;
  readonly codes: VerificationCodes;
  readonly exchanges: SrpExchanges;
  readonly sessions: SignInSessions;
  readonly postConfirmation: PostConfirmation;
  /** Called with each email that a user would receive on AWS. */
  readonly onMail: (mail: Mail) => void;
  readonly clock: Clock;
};

/** An operation of the user pools' API. Returns the output or throws a `UserPoolError`. */
export type UserPoolOperation = (input: unknown, context: UserPoolContext) => Promise<object>;
