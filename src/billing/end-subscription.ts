import { changeAccountAndSecrets, requireFewKeys } from '../accounts/account-plan.ts';
import type { ChangeRequest } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { Plan } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import { settleAccount } from './settle-account.ts';
import { callStripe } from './stripe-errors.ts';

/**
 * Ends the account's subscription at once and moves it to the free plan, with credit from the next 00:00 UTC on
 * (`billing cancel ACCOUNT`, and the customer's change to the free plan). The account remembers which subscription is to
 * be ended before Stripe hears of it, so that the next settlement can finish it.
 * @param next the plan that the keys must fit: another free one, if the customer changes to that afterwards
 * @throws {TooManyKeysError} for a customer's request only @throws {AccountBusyError} @throws {BillingUnavailableError}
 */
export const endSubscription = (
  deps: BillingDeps,
  request: ChangeRequest,
  next: Plan = deps.plans.free,
): Promise<Account> =>
  callStripe(async () => {
    await changeAccountAndSecrets(deps, request, async (keys, { billing }) => {
      if (!billing?.subscriptionId) return undefined;
      if (request.origin.by === 'customer') requireFewKeys(next, keys);
      return { changes: { billing: { ...billing, ending: billing.subscriptionId } } };
    });
    return settleAccount(deps, request.accountId);
  });
