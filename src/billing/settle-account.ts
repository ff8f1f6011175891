import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';

/**
 * Brings an account up to date with Stripe: plan, grace period, and a row of activity for each payment, refund and
 * dispute. Can be repeated and run concurrently.
 * @throws {AccountDeletedError} @throws {BillingUnavailableError} @throws {CustomerMissingError}
 */
export async function settleAccount(_deps: BillingDeps, _accountId: string): Promise<Account> {
  throw new Error('Not built yet.');
}

/** Settles the account of a customer at Stripe. Does nothing if no account has the customer, or the account is deleted. */
export async function settleCustomer(_deps: BillingDeps, _customerId: string): Promise<void> {
  throw new Error('Not built yet.');
}
