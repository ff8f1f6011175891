import type { ChangeRequest } from '../directory/change-account.ts';
import type { BillingDeps } from './billing-deps.ts';

/** A page at Stripe where something is paid; it ends at `expiresAt` (ms since the epoch). */
export type PaymentPage = { readonly url: string; readonly expiresAt: number };

/** Where Stripe sends the customer back to. */
export type ReturnUrls = { readonly success: string; readonly cancel: string };

/**
 * Opens a page where the customer subscribes to a priced plan; every older page of the account can no longer be paid.
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {AlreadySubscribedError} @throws {PaymentInProgressError}
 * @throws {CatalogueIncompleteError} @throws {BillingUnavailableError} @throws {AccountBusyError}
 */
export async function startCheckout(
  _deps: BillingDeps,
  _request: ChangeRequest,
  _planId: string,
  _returnUrls: ReturnUrls,
): Promise<PaymentPage> {
  throw new Error('Not built yet.');
}
