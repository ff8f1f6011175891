import type { CognitoLocal } from './cognito-local.ts';
import type { UserPoolDefinitions } from './properties.ts';
import type { SignInSessions } from './sign-in-sessions.ts';
import type { SrpExchanges } from './srp-exchanges.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';
import type { VerificationCodes } from './verification-codes.ts';

/** What operations work with. */
export type Context = {
  readonly definitions: UserPoolDefinitions;
  readonly cognitoLocal: CognitoLocal;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly codes: VerificationCodes;
  readonly exchanges: SrpExchanges;
  readonly sessions: SignInSessions;
};

/** An operation of the user pools' API. It gives the output, or throws a {@link Refusal}. */
export type Operation = (input: unknown, context: Context) => Promise<object>;
