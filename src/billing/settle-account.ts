import { changeAccountAndSecrets } from '../accounts/account-plan.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import { AccountDeletedError, AccountNotFoundError, findAccount } from '../directory/directory-reads.ts';
import { nextDifference, readCustomer } from './account-difference.ts';
import type { BillingDeps } from './billing-deps.ts';
import { accountOfCustomer } from './billing-rows.ts';
import { endAtStripe } from './end-at-stripe.ts';
import { callStripe } from './stripe-errors.ts';

/** One for the plan and one for each payment that activity does not tell yet. What is left is for the next time. */
const maxRounds = 20;

export const byBilling: ChangeOrigin = { by: 'billing' };

/**
 * Brings an account up to date with Stripe: plan, grace period, and a row of activity for each payment, refund and
 * dispute. Can be repeated and run concurrently: each change is decided from what Stripe says after the account was read,
 * and is written only if the account is still the same; and the last round reads both again and finds no difference, so a
 * change from knowledge that grew old meanwhile is corrected by its own writer.
 * @throws {AccountDeletedError} @throws {BillingUnavailableError} @throws {CustomerMissingError} @throws {AccountBusyError}
 */
export const settleAccount = async (deps: BillingDeps, accountId: string): Promise<Account> =>
  (await settle(deps, accountId)).account;

/** Also tells how many differences there were. */
export const settle = (deps: BillingDeps, accountId: string): Promise<{ account: Account; differences: number }> =>
  callStripe(async () => {
    for (let differences = 0; differences < maxRounds; differences += 1) {
      const { account, isSettled } = await settleOnce(deps, accountId);
      if (isSettled) return { account, differences };
    }
    deps.log.warn('settlement_unfinished', { accountId });
    return { account: await findAccount(deps.directory, accountId), differences: maxRounds };
  });

async function settleOnce(deps: BillingDeps, accountId: string): Promise<{ account: Account; isSettled: boolean }> {
  const { billing } = await findAccount(deps.directory, accountId);
  if (billing?.ending) await endAtStripe(deps, billing.ending);
  let isSettled = false;
  const account = await changeAccountAndSecrets(deps, { accountId, origin: byBilling }, async (keys, account) => {
    const { billing } = account;
    const difference = billing && (await nextDifference(deps, account, keys.length, await readCustomer(deps, billing)));
    // It ended at Stripe: its open invoices must not be paid any more.
    const isEnd = difference?.changes.billing?.subscriptionId === null;
    if (isEnd && billing?.subscriptionId) await endAtStripe(deps, billing.subscriptionId);
    isSettled = !difference && !billing?.ending;
    return difference ?? undefined;
  });
  return { account, isSettled };
}

/** Settles the account of a customer at Stripe. Does nothing if no account has the customer, or the account is deleted. */
export async function settleCustomer(deps: BillingDeps, customerId: string): Promise<void> {
  const accountId = await accountOfCustomer(deps.directory, customerId);
  if (accountId === undefined) return;
  try {
    await settleAccount(deps, accountId);
  } catch (error) {
    if (!(error instanceof AccountDeletedError || error instanceof AccountNotFoundError)) throw error;
  }
}
