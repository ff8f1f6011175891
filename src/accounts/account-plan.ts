import { type AccountChanges, changeAccount, nextVersion } from '../directory/change-account.ts';
import { type Account, type Key, secretItemKey, secretPlanFields } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import { findPlan, type Plan, UnknownPlanError } from '../plans/plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';

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
  return changeAccountAndSecrets(directory, accountId, (_, keys) => {
    if (keys.length > plan.keys) throw new TooManyKeysError(plan, keys);
    return { planId };
  });
}

/**
 * Takes an account's active plan away: every one of its keys is refused from the next request on. Doing so again changes
 * nothing.
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const suspendAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeAccountAndSecrets(directory, accountId, () => ({ state: 'suspended' }));

/**
 * Lets a suspended account use its plan again from the next request on. Doing so again changes nothing.
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const resumeAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeAccountAndSecrets(directory, accountId, () => ({ state: 'active' }));

/**
 * Changes an account, and with it what all its secrets repeat of it, in one transaction: the change holds from the next
 * request on. The most keys of any plan, 40, with two secrets each and the account are 81 of the 100 writes that
 * DynamoDB takes in one transaction. A change to what already is writes nothing.
 * @param decide is given the account and its active keys; what it throws is thrown, and nothing is written
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const changeAccountAndSecrets = (
  directory: Directory,
  accountId: string,
  decide: (account: Account, keys: readonly Key[]) => AccountChanges,
): Promise<Account> =>
  changeAccount(directory, accountId, async (account) => {
    // A revoked key is refused as it is.
    const keys = await listActiveKeys(directory, account);
    const next = nextVersion(account, decide(account, keys));
    if (next.planId === account.planId && next.state === account.state) return { writes: [], result: account };
    return { account: next, writes: keys.flatMap((key) => planUpdates(key, next)), result: next };
  });

function planUpdates(key: Key, account: Account): DirectoryWrite[] {
  const { planId, planState } = secretPlanFields(account);
  return key.secrets.map(({ hash }) => ({
    key: secretItemKey(hash),
    update: 'SET #planId = :planId, #planState = :planState',
    condition: 'attribute_exists(pk)',
    names: { '#planId': 'planId', '#planState': 'planState' },
    values: { ':planId': planId, ':planState': planState },
  }));
}

/** A plan allows fewer keys than the account has active ones. */
export class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
  readonly code = 'too_many_keys';
  /** Keys that the plan allows. */
  readonly allowed: number;
  /** Keys that are active. */
  readonly active: number;
  /** The active keys, oldest first: from these the account's owner chooses which to revoke. */
  readonly keys: readonly Pick<Key, 'keyId' | 'name'>[];

  constructor(plan: Plan, keys: readonly Key[]) {
    const tooMany = keys.length - plan.keys;
    super(
      `The ${plan.id} plan allows ${plan.keys} keys, and ${keys.length} are active. Revoke ${tooMany} of them first.`,
    );
    this.allowed = plan.keys;
    this.active = keys.length;
    this.keys = keys.map(({ keyId, name }) => ({ keyId, name }));
  }
}
