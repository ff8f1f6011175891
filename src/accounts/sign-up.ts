import type { FunctionSettings } from '../settings.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { TooManyRequestsError } from './account-request-limit.ts';
import { attemptLimits, networkOf, signUpsOfDay, signUpsOfSourceAndDay, takeAttempt } from './attempt-limits.ts';
import { requireSignUp } from './sign-up-policy.ts';

export type SignUpDeps = {
  readonly settings: Pick<FunctionSettings, 'signUp' | 'signUpMailsPerDay'>;
  readonly directory: ItemTable;
  readonly clock: Clock;
  /** Hands the address over to the function that sends the mail, without waiting for it. */
  readonly sendMail: (email: string) => Promise<void>;
  /** Called if all sign-ups together have reached the limit of the day. */
  readonly onLimit: () => void;
};

/**
 * Asks for a sign-up mail. What it does, and how long it takes, does not depend on whether the address has an account.
 * A source over its limit does not use up the limit of all; the caller has counted its requests (source-limit.ts).
 * @param email in lower case
 * @param source the client's network address
 * @throws {SignUpRefusedError} @throws {TooManyRequestsError}
 */
export async function signUp(deps: SignUpDeps, email: string, source: string): Promise<void> {
  const { settings, sendMail, onLimit } = deps;
  requireSignUp(settings.signUp, email);
  await takeAttempt(deps, attemptLimits.signUpsOfAddress, email);
  await takeAttempt(deps, signUpsOfSourceAndDay(settings.signUpMailsPerDay), networkOf(source));
  try {
    await takeAttempt(deps, signUpsOfDay(settings.signUpMailsPerDay), 'all');
  } catch (error) {
    if (error instanceof TooManyRequestsError) onLimit();
    throw error;
  }
  await sendMail(email);
}
