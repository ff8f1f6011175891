import type { ChangeRequest } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';

/**
 * Ends the account's subscription at once and moves it to the free plan, with credit for the rest of a paid period
 * (`billing cancel ACCOUNT`, and the customer's change to the free plan).
 * @throws {TooManyKeysError} for a customer's request only @throws {BillingUnavailableError}
 */
export async function endSubscription(_deps: BillingDeps, _request: ChangeRequest): Promise<Account> {
  throw new Error('Not built yet.');
}
