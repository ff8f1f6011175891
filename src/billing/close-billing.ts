import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';

/**
 * Ends all that a deleted account has at Stripe: pages, subscriptions, and then the customer with his personal data.
 * Invoices stay, as the law demands. Can be repeated.
 * @throws {BillingUnavailableError}
 */
export async function closeBilling(_deps: BillingDeps, _account: Account): Promise<void> {
  throw new Error('Not built yet.');
}
