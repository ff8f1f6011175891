import type { BillingDeps } from './billing-deps.ts';

/** An amount in the currency's smallest unit. */
export type Money = { readonly amount: number; readonly currency: string };

/** How an account pays. Times are ms since the epoch. */
export type BillingSummary = {
  /** `failed`: the last payment failed, and the grace period runs. `unpaid`: it is over, or the subscription is paused. */
  readonly state: 'none' | 'trialing' | 'paid' | 'failed' | 'unpaid';
  readonly planId: string;
  readonly trialEndsAt: number | null;
  readonly graceEndsAt: number | null;
  /** A change of plan that takes effect when it is paid. */
  readonly pendingPlan: { readonly planId: string; readonly paymentUrl: string; readonly expiresAt: number } | null;
  readonly openInvoice: (Money & { readonly paymentUrl: string }) | null;
  readonly nextInvoice: (Money & { readonly at: number }) | null;
  /** Credit of the customer, at least 0, in the smallest unit of `currency`. */
  readonly credit: number;
  readonly currency: string;
};

/** @throws {BillingUnavailableError} */
export async function billingSummary(_deps: BillingDeps, _accountId: string): Promise<BillingSummary> {
  throw new Error('Not built yet.');
}
