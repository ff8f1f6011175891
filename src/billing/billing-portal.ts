import type { BillingDeps } from './billing-deps.ts';

/**
 * Opens Stripe's billing portal for the account: cards, invoices, tax details, cancellation.
 * @throws {NoCustomerError} @throws {CatalogueIncompleteError} @throws {BillingUnavailableError}
 */
export async function openPortal(_deps: BillingDeps, _accountId: string, _returnUrl: string): Promise<{ url: string }> {
  throw new Error('Not built yet.');
}
