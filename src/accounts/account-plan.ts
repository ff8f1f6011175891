import { type AccountChanges, changeAccount, nextVersion } from '../directory/change-account.ts';
import { type Account, type Key, secretItemKey, secretPlanFields } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import type { Plan, PlanChooser, Plans } from '../plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';

/** The account has more active keys than the plan allows. */
class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
  readonly code = 'too_many_keys';
  readonly allowed: number;
  readonly active: number;
  /** The active keys, oldest first, so that the owner can choose which to revoke. */
  readonly keys: readonly Pick<Key, 'keyId' | 'name'>[];

  constructor(plan: Plan, keys: readonly Key[]) {
    const excess = keys.length - plan.keys;
    super(
      `The ${plan.id} plan allows ${plan.keys} keys, but ${keys.length} are active. Revoke ${excess} of them first.`,
    );
    this.allowed = plan.keys;
    this.active = keys.length;
    this.keys = keys.map(({ keyId, name }) => ({ keyId, name }));
  }
}

/**
 * Changes the plan; it takes effect with the next request of each key. A suspended account stays suspended. The account
 * may always keep its plan, even one that can no longer be chosen.
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const changePlan = (
  { directory, plans }: { readonly directory: Directory; readonly plans: Plans },
  accountId: string,
  planId: string,
  by: PlanChooser,
): Promise<Account> =>
  changeAccountAndSecrets(directory, accountId, (keys, account) => {
    if (account.planId === planId) return {};
    const plan = plans.choose(planId, by);
    if (keys.length > plan.keys) throw new TooManyKeysError(plan, keys);
    return { planId };
  });

/** The account's keys are refused from the next request. @throws {AccountNotFoundError} @throws {AccountBusyError} */
export const suspendAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeAccountAndSecrets(directory, accountId, () => ({ state: 'suspended' }));

/** The account's keys work again from the next request. @throws {AccountNotFoundError} @throws {AccountBusyError} */
export const resumeAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeAccountAndSecrets(directory, accountId, () => ({ state: 'active' }));

/**
 * Changes an account and the attributes that its secrets repeat, in one transaction, so that the change takes effect with
 * the next request. DynamoDB allows 100 writes in a transaction, enough for 49 keys with two secrets each.
 * @param decide gets the active keys and the account; its errors are thrown, and nothing is written
 */
const changeAccountAndSecrets = (
  directory: Directory,
  accountId: string,
  decide: (keys: readonly Key[], account: Account) => AccountChanges,
): Promise<Account> =>
  changeAccount(directory, accountId, async (account) => {
    // The authorizer refuses revoked keys whatever the plan.
    const keys = await listActiveKeys(directory, account);
    const next = nextVersion(account, decide(keys, account));
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
