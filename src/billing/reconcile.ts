import type { ScanTable } from '../table/directory-table.ts';
import type { BillingDeps } from './billing-deps.ts';

/** What a reconciliation found. In a dry run, `repaired`, `duplicates` and `refunded` are what it would do. */
export type ReconciliationReport = {
  /** Accounts with a customer at Stripe. */
  checked: number;
  /** Accounts that differed from Stripe. */
  repaired: number;
  /** Second subscriptions of an account that were cancelled. */
  duplicates: number;
  /** Payments that were refunded because of that. */
  refunded: number;
  /** Accounts whose subscription has a price without a plan of the settings, or more keys than the plan allows. */
  unknownPrices: number;
  tooManyKeys: number;
  /** Accounts that could not be checked; the log says why (`reconciliation_failed`). */
  failed: number;
  /** Accounts in their grace period, and accounts without an active plan because they have not paid. */
  inGrace: number;
  unpaid: number;
  /** All accounts, by plan. */
  accountsPerPlan: Record<string, number>;
  /** Of paid subscriptions, by currency in its smallest unit, without discounts and tax. */
  monthlyRevenue: Record<string, number>;
};

export type ReconciliationOptions = {
  /** Changes nothing. */
  readonly dryRun?: boolean;
  /** Ms since the epoch; nothing further is begun then. Default: no end. */
  readonly deadline?: number;
  /** Only this account. Default: all. */
  readonly accountId?: string;
  /** Continues where the last run stopped, and stores where this one stops. Default: a whole pass. */
  readonly resume?: boolean;
};

/**
 * Compares accounts with Stripe, repairs differences, and cancels and refunds second subscriptions. An account that fails
 * does not stop the others. The report is of the whole pass, also if it took several runs.
 */
export async function reconcile(
  _deps: BillingDeps & { readonly scan: ScanTable },
  _options: ReconciliationOptions,
): Promise<{ report: ReconciliationReport; isComplete: boolean }> {
  throw new Error('Not built yet.');
}
