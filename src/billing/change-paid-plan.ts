import type { ChangeRequest } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { PaymentPage } from './checkout.ts';

/** The plan is changed, or the change takes effect when its invoice is paid on the page. */
export type PlanChangeResult =
  | { readonly kind: 'changed'; readonly account: Account }
  | ({ readonly kind: 'payment' } & PaymentPage);

/**
 * Changes an account's plan, whether it is paid or free: PUT /v1/account/plan while billing is on.
 * @throws {CheckoutRequiredError} if the plan has a price and the account has no paid subscription
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {SubscriptionChangedError} @throws {BillingUnavailableError}
 */
export async function changePaidPlan(
  _deps: BillingDeps,
  _request: ChangeRequest,
  _planId: string,
): Promise<PlanChangeResult> {
  throw new Error('Not built yet.');
}
