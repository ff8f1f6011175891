import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { accountItemKey } from '../keys/directory.ts';
import { findPlan, firstPlan } from '../plans/plans.ts';
import { ConditionFailedError } from '../table/condition-failed-error.ts';
import type { Directory } from '../table/directory.ts';
import { type Account, accountSchema } from './account.ts';
import { AccountNotFoundError, UnknownPlanError } from './errors.ts';

/**
 * Makes an account, on the free plan where none is named; one that is there already stays as it is.
 * @throws {UnknownPlanError}
 */
export async function registerAccount(
  directory: Directory,
  { accountId, email, planId = firstPlan.id }: { accountId: string; email: string; planId?: string | undefined },
  clock: Clock,
): Promise<Account> {
  const plan = findPlan(planId);
  if (!plan) throw new UnknownPlanError(planId);
  const account: Account = {
    accountId,
    email,
    planId,
    state: 'active',
    version: 1,
    createdAt: clock(),
    activeKeys: { version: 1, ids: [] },
    freedSlots: [],
  };
  try {
    await directory.put({ ...accountItemKey(accountId), ...account }, 'attribute_not_exists(pk)');
    return account;
  } catch (error) {
    if (error instanceof ConditionFailedError) return findAccount(directory, accountId);
    throw error;
  }
}

/** @throws {AccountNotFoundError} */
export async function findAccount(directory: Directory, accountId: string): Promise<Account> {
  const item = await directory.get(accountItemKey(accountId));
  if (!item) throw new AccountNotFoundError(accountId);
  return v.parse(accountSchema, item);
}
