import { findPlan } from '../plans/plans.ts';
import type { Directory } from '../table/directory.ts';
import type { Account } from './account.ts';
import { changeWithSecrets } from './change-with-secrets.ts';
import { TooManyKeysError, UnknownPlanError } from './errors.ts';

/**
 * Puts an account on another plan, which holds for all its keys from the next request on. A suspended account's plan can
 * be changed too; it stays suspended.
 * @returns the account as it stands after it
 * @throws {UnknownPlanError}
 * @throws {TooManyKeysError} when more keys are active than that plan allows; nothing was changed
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function changePlan(directory: Directory, accountId: string, planId: string): Promise<Account> {
  const plan = findPlan(planId);
  if (!plan) throw new UnknownPlanError(planId);
  return changeWithSecrets(directory, accountId, (_, keys) => {
    if (keys.length > plan.keys) throw new TooManyKeysError(plan, keys);
    return { planId };
  });
}
