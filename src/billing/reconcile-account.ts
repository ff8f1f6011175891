import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import { dayMs } from '../time.ts';
import { isDeletedCustomer, nextDifference, paidStateOf, readCustomer } from './account-difference.ts';
import type { BillingDeps } from './billing-deps.ts';
import { PaymentInProgressError } from './billing-errors.ts';
import { refreshSummary } from './billing-summary.ts';
import { readChargeRows } from './charge-rows.ts';
import { expireSessions } from './checkout-sessions.ts';
import { voidOpenInvoices } from './end-at-stripe.ts';
import { type ExcessKeyDeps, revokeExcessKeys } from './excess-keys.ts';
import { paidInPeriod } from './paid-period.ts';
import { paidAfterEnd, refundDuplicate, refundInvoices } from './refund-duplicate.ts';
import { settleAndCount } from './settle-account.ts';
import { callStripe } from './stripe-errors.ts';
import { type CustomerSubscription, isLive, listAll, listSubscriptions, pageSize } from './stripe-lists.ts';
import { governingSubscription, type PlanOfSubscriptions } from './subscription-plan.ts';
import { readDebt } from './take-back.ts';

export type AccountFindings = {
  /** As Stripe says, also in a dry run. */
  readonly account: Account;
  readonly isRepaired: boolean;
  readonly duplicates: number;
  readonly refunded: number;
  /** Keys that were revoked after a notice. */
  readonly revokedKeys: number;
  readonly problem: PlanOfSubscriptions['problem'];
  /** The paid price a month. */
  readonly revenue: { readonly amount: number; readonly currency: string } | undefined;
};

/** Ended subscriptions are looked at for a while: their invoices must not be paid any more. */
const endedDays = 35;

/**
 * Compares one account with Stripe and repairs it, also at Stripe: it cancels and refunds second subscriptions, closes old
 * pages, voids invoices of ended subscriptions and updates the email address.
 * @param dryRun only reads
 */
export const reconcileAccount = (deps: ExcessKeyDeps, account: Account, dryRun: boolean): Promise<AccountFindings> =>
  callStripe(async () => {
    const { billing } = account;
    if (!billing) throw new Error('An account without a customer cannot be reconciled.');
    if (dryRun) return compare(deps, account, billing);
    const before = await settleAndCount(deps, account.accountId);
    const repaired = await repairAtStripe(deps, before.account, billing.customerId);
    const after = repaired.duplicates + repaired.refunded > 0 ? await settleAndCount(deps, account.accountId) : before;
    const revokedKeys = await revokeExcessKeys(deps, after.account);
    await refreshSummary(deps, after.account);
    const customer = await readCustomer(deps, after.account.billing ?? billing);
    const isRepaired = before.differences > 0 || repaired.duplicates > 0 || repaired.refunded > 0;
    return {
      ...(await describeAccount(deps, after.account, customer.subscriptions)),
      ...repaired,
      revokedKeys,
      isRepaired,
    };
  });

/** What a reconciliation would do. */
async function compare(
  deps: BillingDeps,
  account: Account,
  billing: NonNullable<Account['billing']>,
): Promise<AccountFindings> {
  const rows = await readChargeRows(deps.directory, account.accountId);
  const read = await readCustomer(deps, billing);
  const customer = { ...read, isInDebt: (await readDebt(deps.stripe, billing.customerId)) !== undefined };
  const keys = account.activeKeys.length;
  const { problem: _, ...state } = paidStateOf(deps, account, keys, customer);
  const duplicates = duplicatesOf(account, customer.subscriptions);
  let refunded = 0;
  for (const { object } of duplicates) {
    const paid = await paidInPeriod(deps.stripe, object);
    refunded += paid.filter(({ amount_paid }) => amount_paid > 0).length;
  }
  const isRepaired = duplicates.length > 0 || nextDifference(deps, account, keys, customer, rows) !== undefined;
  const described = await describeAccount(deps, { ...account, ...state }, customer.subscriptions);
  return { ...described, isRepaired, duplicates: duplicates.length, refunded, revokedKeys: 0 };
}

const duplicatesOf = ({ billing }: Account, subscriptions: readonly CustomerSubscription[]): CustomerSubscription[] => {
  const governing = governingSubscription(subscriptions, billing?.subscriptionId);
  return subscriptions.filter((subscription) => isLive(subscription) && subscription !== governing);
};

async function repairAtStripe(deps: BillingDeps, account: Account, customerId: string) {
  const { stripe, log } = deps;
  const { accountId } = account;
  if (await isDeletedCustomer(stripe, customerId)) return { duplicates: 0, refunded: 0 };
  const subscriptions = await listSubscriptions(stripe, customerId);
  const duplicates = duplicatesOf(account, subscriptions);
  let refunded = 0;
  for (const { id, object } of duplicates) {
    refunded += await refundDuplicate(deps, object);
    log.error('duplicate_subscription', { accountId, subscriptionId: id });
  }
  for (const ended of await listEnded(deps, customerId)) {
    await voidOpenInvoices(deps, ended.id);
    refunded += await refundInvoices(stripe, await paidAfterEnd(stripe, ended));
  }
  await closeOldPages(stripe, account, customerId);
  await updateEmail(stripe, account, customerId);
  if (refunded > 0) log.error('payments_refunded', { accountId, refunded });
  return { duplicates: duplicates.length, refunded };
}

async function listEnded({ stripe, clock }: BillingDeps, customer: string): Promise<Stripe.Subscription[]> {
  const since = (clock() - endedDays * dayMs) / 1_000;
  const canceled = await listAll(stripe.subscriptions.list({ customer, status: 'canceled', limit: pageSize }));
  return canceled.filter(({ ended_at }) => ended_at !== null && ended_at >= since);
}

async function closeOldPages(stripe: Stripe, { billing }: Account, customerId: string): Promise<void> {
  try {
    await expireSessions(stripe, customerId, billing?.checkouts);
  } catch (error) {
    // It is settled when its event arrives, or by the next reconciliation.
    if (!(error instanceof PaymentInProgressError)) throw error;
  }
}

async function updateEmail(stripe: Stripe, { email }: Account, customerId: string): Promise<void> {
  const customer = await stripe.customers.retrieve(customerId);
  if (!customer.deleted && customer.email !== email) await stripe.customers.update(customerId, { email });
}

async function describeAccount(deps: BillingDeps, account: Account, subscriptions: readonly CustomerSubscription[]) {
  const keys = account.activeKeys.length;
  const { problem } = paidStateOf(deps, account, keys, { subscriptions, charges: [], isInDebt: false });
  const governing = governingSubscription(subscriptions, account.billing?.subscriptionId);
  const item = governing?.status === 'active' ? governing.object.items.data[0] : undefined;
  const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  return { account, problem, revenue: item && { amount, currency: item.price.currency } };
}
