import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../../src/directory/directory-reads.ts';
import { findPlan, type Plan } from '../../src/plans/plans.ts';
import type { ControlPlaneDeps } from './operation.ts';
import { RefusedError } from './problems.ts';

/** The claims of a user pool's ID token that say whose it is. */
const claimsSchema = v.object({ sub: v.pipe(v.string(), v.nonEmpty()), email: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The account of whoever calls. The first call of a user makes it, on the free plan; of several first calls at once each
 * gives the same account.
 * @param claims what the gateway's JWT authorizer found in the token
 * @throws {RefusedError} unauthenticated, when the token names no user or no e-mail address
 */
export async function callerAccount(claims: unknown, { directory, clock }: ControlPlaneDeps): Promise<Account> {
  const user = v.safeParse(claimsSchema, claims);
  if (!user.success) {
    throw new RefusedError('unauthenticated', 'Send the ID token: an access token has no e-mail address.');
  }
  const { sub: accountId, email } = user.output;
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (!(error instanceof AccountNotFoundError)) throw error;
    return registerAccount(directory, { accountId, email }, clock);
  }
}

/** The plan an account is on. @throws when there is no such plan any more */
export function planOf({ accountId, planId }: Account): Plan {
  const plan = findPlan(planId);
  if (!plan) throw new Error(`Account ${accountId} is on the plan ${planId}, which does not exist.`);
  return plan;
}
