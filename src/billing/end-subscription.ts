import { changeAccountAndSecrets, requireFewKeys } from '../accounts/account-plan.ts';
import type { ChangeRequest } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import { requireEndable } from './end-at-stripe.ts';
import { settleAccount } from './settle-account.ts';
import { callStripe } from './stripe-errors.ts';

/**
 * Ends the account's subscription at once and moves it to the free plan, with credit for the rest of a paid period
 * (`billing cancel ACCOUNT`, and the customer's change to the free plan). The account remembers which subscription is to
 * be ended before Stripe hears of it, so that the next settlement can finish it.
 * @throws {TooManyKeysError} for a customer's request only @throws {AccountBusyError} while the subscription is being renewed
 * @throws {PaymentInProgressError} @throws {BillingUnavailableError}
 */
export const endSubscription = (deps: BillingDeps, request: ChangeRequest): Promise<Account> =>
  callStripe(async () => {
    await changeAccountAndSecrets(deps, request, async (keys, { billing }) => {
      if (!billing?.subscriptionId) return undefined;
      if (request.origin.by === 'customer') requireFewKeys(deps.plans.free, keys);
      await requireEndable(deps, billing.subscriptionId);
      return { changes: { billing: { ...billing, ending: billing.subscriptionId } } };
    });
    return settleAccount(deps, request.accountId);
  });
