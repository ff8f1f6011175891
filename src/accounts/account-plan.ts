import type { Activity } from '../directory/activity.ts';
import {
  type AccountChanges,
  type ChangeDeps,
  type ChangeRequest,
  changeAccount,
  nextVersion,
} from '../directory/change-account.ts';
import type { Account, Key } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import { secretItemKey, secretPlanFields } from '../directory/secret-item.ts';
import type { Plan, Plans } from '../plans.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';

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
 * may always keep its plan, even one that can no longer be chosen. Customers choose among the open plans.
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws see {@link changeAccount}
 */
export const changePlan = (
  deps: ChangeDeps & { readonly plans: Plans },
  request: ChangeRequest,
  planId: string,
): Promise<Account> =>
  changeAccountAndSecrets(deps, request, (keys, account) => {
    if (account.planId === planId) return undefined;
    const plan = deps.plans.choose(planId, request.origin.by === 'customer' ? 'customer' : 'operator');
    if (keys.length > plan.keys) throw new TooManyKeysError(plan, keys);
    return {
      changes: { planId },
      activity: { action: 'plan_changed', before: { planId: account.planId }, after: { planId } },
    };
  });

/** The account's keys are refused from the next request. @throws see {@link changeAccount} */
export const suspendAccount = (deps: ChangeDeps, request: ChangeRequest): Promise<Account> =>
  changeAccountAndSecrets(deps, request, (_, { state }) =>
    state === 'active' ? { changes: { state: 'suspended' }, activity: { action: 'account_suspended' } } : undefined,
  );

/** The account's keys work again from the next request. @throws see {@link changeAccount} */
export const resumeAccount = (deps: ChangeDeps, request: ChangeRequest): Promise<Account> =>
  changeAccountAndSecrets(deps, request, (_, { state }) =>
    state === 'suspended' ? { changes: { state: 'active' }, activity: { action: 'account_resumed' } } : undefined,
  );

/**
 * Changes an account and the attributes that its secrets repeat, in one transaction, so that the change takes effect with
 * the next request. DynamoDB allows 100 writes in a transaction, enough for 48 keys with two secrets each.
 * @param decide gets the active keys and the account; undefined changes nothing
 */
const changeAccountAndSecrets = (
  deps: ChangeDeps,
  request: ChangeRequest,
  decide: (keys: readonly Key[], account: Account) => { changes: AccountChanges; activity: Activity } | undefined,
): Promise<Account> =>
  changeAccount(deps, request, {
    decide: async (account) => {
      // The authorizer refuses revoked keys whatever the plan.
      const keys = await listActiveKeys(deps.directory, account);
      const decided = decide(keys, account);
      if (!decided) return { result: account };
      const next = nextVersion(account, decided.changes);
      const writes = keys.flatMap((key) => planUpdates(key, next));
      return { change: { activity: decided.activity, account: next, writes }, result: next };
    },
    repeat: async (account) => account,
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
