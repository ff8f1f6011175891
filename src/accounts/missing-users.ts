import type { ChangeDeps } from '../directory/change-account.ts';
import { errorClass } from '../error-class.ts';
import type { Item } from '../table/item-table.ts';
import { dayMs } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { suspendAccount } from './account-plan.ts';

/** Too many users seem to be gone: the user pool is probably the wrong one, or was restored. Nothing was changed. */
class MissingUsersError extends errorClass('MissingUsersError', 'missing_users') {}

/** Users are created before their accounts; this only excludes that the pool does not show a new user yet. */
const leastAgeMs = dayMs;

/** Ids of users are UUIDs. Accounts that `npm run seed` creates with other ids have no user. */
const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the account of an item has working keys and must have a user. */
export const needsUser = ({ accountId, state, createdAt }: Item, now: number): boolean =>
  state === 'active' && userId.test(String(accountId)) && now - Number(createdAt) >= leastAgeMs;

/** More are not suspended in one run. */
export const maxMissing = 500;

type CheckedAccounts = {
  readonly missing: number;
  readonly checked: number;
  /** Whether the run began with the first account. */
  readonly isWhole: boolean;
};

/** @throws {MissingUsersError} if more users are gone than have probably deleted themselves */
export function checkMissing({ missing, checked, isWhole }: CheckedAccounts): void {
  const areAll = isWhole && missing > 1 && missing === checked;
  if (!areAll && missing <= Math.max(10, checked / 10)) return;
  throw new MissingUsersError(
    `${missing} of ${checked} accounts have no user in the user pool. No account was suspended. Check USER_POOL_ID ` +
      'and the pool (docs/runbook.md, "account-sweep").',
  );
}

/** The account's keys are refused from the next request. Does nothing if the user is there, or the account is gone. */
export async function suspendWithoutUser(
  deps: ChangeDeps & { readonly users: Pick<UserDirectory, 'find'> },
  accountId: string,
): Promise<boolean> {
  if (await deps.users.find(accountId)) return false;
  await suspendAccount(deps, { accountId, origin: { by: 'system' } });
  return true;
}
