import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { requireSignUp } from '../../src/accounts/sign-up-policy.ts';
import type { ChangeOrigin } from '../../src/directory/activity.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../../src/directory/directory-reads.ts';
import type { ControlPlaneDeps } from './operation.ts';
import { RefusedError } from './problems.ts';

/** Claims of an ID token of the user pool. */
const claimsSchema = v.object({ sub: v.pipe(v.string(), v.nonEmpty()), email: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The caller's account. A user's first request creates it, on the free plan; concurrent first requests create one account.
 * @param claims verified by the JWT authorizer
 * @throws {RefusedError} `unauthenticated` if the token has no user id or no e-mail address
 * @throws {SignUpRefusedError} if the settings do not let the user create an account
 */
export async function callerAccount(
  claims: unknown,
  origin: ChangeOrigin,
  { directory, plans, settings, clock }: ControlPlaneDeps,
): Promise<Account> {
  const user = v.safeParse(claimsSchema, claims);
  if (!user.success) {
    throw new RefusedError(
      'unauthenticated',
      'The token has no e-mail address. Send the ID token, not the access token.',
    );
  }
  const { sub: accountId, email } = user.output;
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (!(error instanceof AccountNotFoundError)) throw error;
    requireSignUp(settings.signUp, email);
    return registerAccount({ directory, clock }, { accountId, email, planId: plans.free.id }, origin);
  }
}
