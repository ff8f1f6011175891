import { changeAccountAndSecrets } from '../accounts/account-plan.ts';
import type { Account } from '../directory/directory-items.ts';
import { AccountDeletedError, AccountNotFoundError, findAccount } from '../directory/directory-reads.ts';
import { type CustomerAtStripe, nextDifference, readCustomer } from './account-difference.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';
import { accountOfCustomer } from './billing-rows.ts';
import { refreshSummary } from './billing-summary.ts';
import { type ChargeRows, chargesWithMoneyBack, readChargeRows } from './charge-rows.ts';
import { endAtStripe, endWithCredit } from './end-at-stripe.ts';
import { creditPaidToday, creditSameDay } from './same-day.ts';
import { callStripe } from './stripe-errors.ts';
import { governingSubscription } from './subscription-plan.ts';
import { settleSuspension } from './suspended-account.ts';
import { readDebt, takeBackCredit } from './take-back.ts';

/** One for the plan and one for each payment without an activity row. The rest is settled the next time. */
const maxRounds = 20;

/**
 * Brings an account up to date with Stripe: plan, grace period, and a row of activity for each payment, refund and
 * dispute. Can be repeated and run concurrently: each change is decided from what Stripe says after the account was read,
 * and is written only if the account is still the same. If Stripe changed in between, the last round finds the difference
 * and corrects it.
 * @throws {AccountDeletedError} @throws {BillingUnavailableError} @throws {CustomerMissingError} @throws {AccountBusyError}
 */
export const settleAccount = async (deps: BillingDeps, accountId: string): Promise<Account> =>
  (await settleAndCount(deps, accountId)).account;

/** {@link settleAccount}, and the number of differences that it found. */
export const settleAndCount = (
  deps: BillingDeps,
  accountId: string,
): Promise<{ account: Account; differences: number }> =>
  callStripe(async () => {
    for (let differences = 0; differences < maxRounds; differences += 1) {
      const { account, isSettled } = await settleRound(deps, accountId);
      if (isSettled) return { account, differences };
    }
    deps.log.warn('settlement_unfinished', { accountId });
    return { account: await findAccount(deps.directory, accountId), differences: maxRounds };
  });

async function settleRound(deps: BillingDeps, accountId: string): Promise<{ account: Account; isSettled: boolean }> {
  const { billing } = await findAccount(deps.directory, accountId);
  if (billing?.ending) await endWithCredit(deps, billing.ending);
  let isSettled = false;
  const account = await changeAccountAndSecrets(deps, { accountId, origin: byBilling }, async (keys, account) => {
    const { billing } = account;
    if (!billing) {
      isSettled = true;
      return undefined;
    }
    const rows = await readChargeRows(deps.directory, accountId);
    const customer = await settleMoneyBack(deps, billing.customerId, await readCustomer(deps, billing), rows);
    const isChanged = await settleGoverning(deps, account, customer);
    const difference = nextDifference(deps, account, keys.length, customer, rows);
    if (difference?.changes.billing) await settleSubscriptions(deps, account, difference.changes, customer);
    isSettled = !difference && !billing.ending && !isChanged;
    return difference;
  });
  return { account, isSettled };
}

/** A suspension or its end has an effect on the subscription. @returns whether Stripe has to be read again */
async function settleGoverning(
  deps: BillingDeps,
  account: Account,
  { subscriptions }: CustomerAtStripe,
): Promise<boolean> {
  const governing = governingSubscription(subscriptions, account.billing?.subscriptionId);
  return governing !== undefined && settleSuspension(deps, account, governing.object);
}

/** Takes back credit whose payment went back, and finds out whether the account owes it. */
async function settleMoneyBack(
  deps: BillingDeps,
  customerId: string,
  customer: CustomerAtStripe,
  rows: ChargeRows,
): Promise<CustomerAtStripe> {
  const charges = chargesWithMoneyBack(customer.charges, rows);
  if (charges.length === 0) return customer;
  await takeBackCredit(deps, customerId, charges);
  return { ...customer, isInDebt: (await readDebt(deps.stripe, customerId)) !== undefined };
}

type PlanAndSubscription = {
  readonly planId?: string;
  readonly billing?: Pick<NonNullable<Account['billing']>, 'subscriptionId' | 'ending'> | null;
};

/** What follows at Stripe from another subscription, from none, or from another plan. */
async function settleSubscriptions(
  deps: BillingDeps,
  account: Account,
  { planId = account.planId, billing: after }: PlanAndSubscription,
  { subscriptions }: CustomerAtStripe,
): Promise<void> {
  const { billing: before } = account;
  if (!before || !after) return;
  // The process that ended it may have failed before the credit; nobody would remember it any more.
  if (before.ending && !after.ending) await endWithCredit(deps, before.ending);
  // It ended at Stripe: its open invoices must not be paid any more.
  if (after.subscriptionId === null && before.subscriptionId) await endAtStripe(deps, before.subscriptionId);
  const governing = subscriptions.find(({ id }) => id === after.subscriptionId)?.object;
  if (!governing) return;
  const priceOf = (id: string) => deps.plans.find(id)?.pricePerMonth ?? 0;
  if (after.subscriptionId !== before.subscriptionId) await creditSameDay(deps, governing);
  else if (priceOf(planId) > priceOf(account.planId)) await creditPaidToday(deps, governing);
}

/** Settles the account and keeps its summary. Does nothing if no account has the customer, or the account is deleted. */
export async function settleCustomer(deps: BillingDeps, customerId: string): Promise<void> {
  const accountId = await accountOfCustomer(deps.directory, customerId);
  if (accountId === undefined) return;
  try {
    const account = await settleAccount(deps, accountId);
    await refreshSummary(deps, account);
  } catch (error) {
    if (!(error instanceof AccountDeletedError || error instanceof AccountNotFoundError)) throw error;
  }
}
