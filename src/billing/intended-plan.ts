import type Stripe from 'stripe';
import { changeAccountAndSecrets, requireFewKeys } from '../accounts/account-plan.ts';
import { AccountBusyError, type ChangeRequest } from '../directory/change-account.ts';
import type { Account, IntendedPlan } from '../directory/directory-items.ts';
import type { Plan } from '../plans.ts';
import { dayMs, minuteMs } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { requireNotSuspended } from './billing-errors.ts';

// Stripe and Directory cannot change in one transaction. So the account first remembers the plan that it is about to get,
// and until that is settled a new key has to fit both plans. Otherwise keys that are created while Stripe works would
// outnumber the plan for ever.

/** Longer than a request with its calls to Stripe can take. */
const requestMs = 2 * minuteMs;

/** A change can wait for its payment for 23 hours. */
const longestMs = dayMs;

/**
 * Remembers a change of plan before Stripe is asked. The same change may be requested twice at once.
 * @returns the account with the intended plan
 * @throws {TooManyKeysError} @throws {AccountSuspendedError} @throws {AccountBusyError} during a change to another plan
 */
export const intendPlan = (deps: BillingDeps, { accountId, origin }: ChangeRequest, plan: Plan): Promise<Account> =>
  changeAccountAndSecrets(deps, { accountId, origin }, async (keys, account) => {
    requireNotSuspended(account);
    requireFewKeys(plan, keys);
    const { billing } = account;
    if (!billing) throw new AccountBusyError(accountId);
    const now = deps.clock();
    const { intended } = billing;
    const isRunning = intended?.busyUntil !== undefined && intended.busyUntil > now;
    if (isRunning && intended.planId !== plan.id) throw new AccountBusyError(accountId);
    if (isRunning) return undefined;
    const next = { planId: plan.id, until: now + longestMs, busyUntil: now + requestMs };
    return { changes: { billing: { ...billing, intended: next } } };
  });

/** The change waits for its payment: another change may replace it. */
export const keepIntendedPlan = (deps: BillingDeps, { accountId, origin }: ChangeRequest, plan: Plan, until: number) =>
  changeAccountAndSecrets(deps, { accountId, origin }, async (_, { billing }) => {
    if (billing?.intended?.planId !== plan.id) return undefined;
    const intended = { ...billing.intended, until, busyUntil: deps.clock() };
    return { changes: { billing: { ...billing, intended } } };
  });

/** Forgets the intended plan of a change that was refused. */
export const forgetIntendedPlan = (deps: BillingDeps, { accountId, origin }: ChangeRequest, plan: Plan) =>
  changeAccountAndSecrets(deps, { accountId, origin }, async (_, { billing }) => {
    if (billing?.intended?.planId !== plan.id) return undefined;
    return { changes: { billing: { ...billing, intended: null } } };
  });

/** What is left of an intended plan: null if the account has the plan now, or the change was given up. */
export function intendedAfter(
  intended: IntendedPlan | null,
  planId: string,
  subscriptions: readonly Stripe.Subscription[],
  now: number,
): IntendedPlan | null {
  if (!intended || intended.planId === planId || intended.until <= now) return null;
  const isChange = intended.busyUntil !== undefined;
  const waits = subscriptions.some(({ pending_update }) => pending_update !== null);
  return isChange && (intended.busyUntil ?? 0) <= now && !waits ? null : intended;
}
