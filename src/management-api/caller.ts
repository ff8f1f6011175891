import * as v from 'valibot';
import { registerAccount } from '../accounts/accounts.ts';
import { confirmEmailChange, isSameAddress } from '../accounts/email-change.ts';
import { requireSession, SessionEndedError } from '../accounts/sessions.ts';
import { requireSignUp } from '../accounts/sign-up-policy.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import { AccountNotFoundError, findAccount } from '../directory/directory-reads.ts';
import type { EpochMs } from '../time.ts';
import type { ManagementApiDeps } from './operation.ts';
import { RefusedError } from './problems.ts';

/** Claims of an ID token of the user pool; API Gateway passes every one as a string. */
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.nonEmpty()),
  auth_time: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
});

/** `signedInAt`: when the user entered the password; a refreshed token keeps it. */
export type Caller = { readonly account: Account; readonly signedInAt: EpochMs };

/**
 * The caller's account. A user's first request creates it, on the free plan; concurrent first requests create one account.
 * A token with an address that the user has confirmed since gives the account that address, and ends its session.
 * @param claims verified by the JWT authorizer
 * @throws {SessionEndedError} if the user signed in before the account's sessions ended
 * @throws {RefusedError} `unauthenticated` if the token has no user id or no email address
 * @throws {SignUpRefusedError} if the settings do not let the user create an account
 */
export async function callerAccount(claims: unknown, origin: ChangeOrigin, deps: ManagementApiDeps): Promise<Caller> {
  const user = v.safeParse(claimsSchema, claims);
  if (!user.success) {
    throw new RefusedError(
      'unauthenticated',
      'The token has no email address. Send the ID token, not the access token.',
    );
  }
  const { email } = user.output;
  const signedInAt = user.output.auth_time * 1_000;
  const account = await findOrRegister(user.output, origin, deps);
  requireSession(account, signedInAt);
  if (isSameAddress(email, account.email)) return { account, signedInAt };
  const { accountId, version } = account;
  const current = await confirmEmailChange(deps, deps.settings.signUp, account, { accountId, origin });
  if (current.version === version) return { account, signedInAt };
  throw new SessionEndedError();
}

async function findOrRegister(
  { sub: accountId, email }: v.InferOutput<typeof claimsSchema>,
  origin: ChangeOrigin,
  { directory, plans, settings, clock }: ManagementApiDeps,
): Promise<Account> {
  try {
    return await findAccount(directory, accountId);
  } catch (error) {
    if (!(error instanceof AccountNotFoundError)) throw error;
    requireSignUp(settings.signUp, email);
    return registerAccount({ directory, clock }, { accountId, email, planId: plans.free.id }, origin);
  }
}
