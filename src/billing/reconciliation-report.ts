import * as v from 'valibot';
import type { Account } from '../directory/directory-items.ts';
import type { AccountFindings } from './reconcile-account.ts';

const count = v.number();

export const reportSchema = v.object({
  /** Accounts with a customer at Stripe. */
  checked: count,
  /** Accounts that differed from Stripe. */
  repaired: count,
  /** Second subscriptions of an account that were cancelled. */
  duplicates: count,
  /** Payments that were refunded: of second subscriptions, and for subscriptions that had ended. */
  refunded: count,
  /** Accounts whose subscription has a price without a plan of the settings. */
  unknownPrices: count,
  /** Accounts with more keys than their paid plan allows. */
  tooManyKeys: count,
  /** Accounts whose surplus of keys is about to be revoked, because Stripe gave them a smaller plan. */
  excessKeys: count,
  /** Keys that were revoked after such a notice. */
  revokedKeys: count,
  /** Accounts that could not be checked; the log says why (`reconciliation_failed`). */
  failed: count,
  /** Accounts in their grace period. */
  inGrace: count,
  /** Accounts without an active plan because they have not paid. */
  unpaid: count,
  accountsPerPlan: v.record(v.string(), count),
  /** A month, of paid subscriptions, by currency in its smallest unit, without discounts and tax. */
  monthlyRevenue: v.record(v.string(), count),
});

/** What a reconciliation found; a dry run: what it would find and do. */
export type ReconciliationReport = v.InferOutput<typeof reportSchema>;

export const emptyReport = (): ReconciliationReport => ({
  checked: 0,
  repaired: 0,
  duplicates: 0,
  refunded: 0,
  unknownPrices: 0,
  tooManyKeys: 0,
  excessKeys: 0,
  revokedKeys: 0,
  failed: 0,
  inGrace: 0,
  unpaid: 0,
  accountsPerPlan: {},
  monthlyRevenue: {},
});

export function addAccount(report: ReconciliationReport, { planId, inactive, billing }: Account): void {
  report.accountsPerPlan[planId] = (report.accountsPerPlan[planId] ?? 0) + 1;
  if (inactive === 'unpaid') report.unpaid += 1;
  else if (billing?.graceEndsAt) report.inGrace += 1;
}

export function addFindings(report: ReconciliationReport, findings: AccountFindings): void {
  const { account, isRepaired, duplicates, refunded, revokedKeys, problem, revenue } = findings;
  report.checked += 1;
  if (isRepaired) report.repaired += 1;
  report.duplicates += duplicates;
  report.refunded += refunded;
  if (problem === 'unknown_price') report.unknownPrices += 1;
  if (problem === 'too_many_keys') report.tooManyKeys += 1;
  if (account.billing?.excessKeys) report.excessKeys += 1;
  report.revokedKeys += revokedKeys;
  if (revenue)
    report.monthlyRevenue[revenue.currency] = (report.monthlyRevenue[revenue.currency] ?? 0) + revenue.amount;
}
