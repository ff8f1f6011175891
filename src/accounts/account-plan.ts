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
import { secretPlanFields } from '../directory/secret-item.ts';
import { errorClass } from '../error-class.ts';
import { wholeDayQuota } from '../keys/day-quota.ts';
import { setPlanOfKeys } from '../keys/key-writes.ts';
import { choosePlan, type Plan, type Plans } from '../plans.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';

class TooManyKeysError extends errorClass('TooManyKeysError', 'too_many_keys') {
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

/** The account pays for its plan, so only the payment can change it. */
class SubscribedError extends errorClass('SubscribedError', 'subscribed') {
  constructor(accountId: string) {
    super(
      `Account ${accountId} has a paid subscription, which decides its plan. Cancel it first (billing cancel), or change ` +
        'it at Stripe.',
    );
  }
}

/**
 * Changes the plan; it takes effect with the next request of each key. A suspended account stays suspended. The account
 * may always keep its plan, even one that can no longer be chosen. Customers choose among the open plans that are free of
 * charge: src/billing changes paid plans.
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {SubscribedError} @throws see {@link changeAccount}
 */
export const changePlan = (
  deps: ChangeDeps & { readonly plans: Plans },
  request: ChangeRequest,
  planId: string,
): Promise<Account> =>
  changeAccountAndSecrets(deps, request, async (keys, account) => {
    if (account.planId === planId && account.inactive === null) return undefined;
    if (account.billing?.subscriptionId) throw new SubscribedError(account.accountId);
    const plan = choosePlan(deps.plans, planId, request.origin.by === 'customer' ? 'customer' : 'operator');
    requireFewKeys(plan, keys);
    return {
      changes: { planId, inactive: null, dayQuota: wholeDayQuota(account, plan, deps.clock()) },
      activity: { action: 'plan_changed', before: { planId: account.planId }, after: { planId } },
    };
  });

/** @throws {TooManyKeysError} */
export function requireFewKeys(plan: Plan, keys: readonly Key[]): void {
  if (keys.length > plan.keys) throw new TooManyKeysError(plan, keys);
}

/** The account's keys are refused from the next request. @throws see {@link changeAccount} */
export const suspendAccount = (deps: ChangeDeps, request: ChangeRequest): Promise<Account> =>
  changeAccountAndSecrets(deps, request, async (_, { state }) =>
    state === 'active' ? { changes: { state: 'suspended' }, activity: { action: 'account_suspended' } } : undefined,
  );

/** The account's keys work again from the next request. @throws see {@link changeAccount} */
export const resumeAccount = (deps: ChangeDeps, request: ChangeRequest): Promise<Account> =>
  changeAccountAndSecrets(deps, request, async (_, { state }) =>
    state === 'suspended' ? { changes: { state: 'active' }, activity: { action: 'account_resumed' } } : undefined,
  );

export type AccountDecision = {
  readonly changes: AccountChanges;
  readonly activity?: Activity | undefined;
  /** At most two, so that an account with 48 keys fits into the transaction. */
  readonly writes?: readonly DirectoryWrite[];
};

/**
 * Changes an account and the attributes that its secrets repeat, in one transaction, so that the change takes effect with
 * the next request. DynamoDB allows 100 writes in a transaction, enough for 48 keys with two secrets each.
 * @param decide gets the active keys and the account; undefined changes nothing. It must read Stripe itself, after the
 * account: then a stale decision fails the version check.
 */
export const changeAccountAndSecrets = (
  deps: ChangeDeps,
  request: ChangeRequest,
  decide: (keys: readonly Key[], account: Account) => Promise<AccountDecision | undefined>,
): Promise<Account> =>
  changeAccount(deps, request, {
    decide: async (account) => {
      // Revoked keys are refused whatever the plan.
      const keys = await listActiveKeys(deps.directory, account);
      const decided = await decide(keys, account);
      if (!decided) return { result: account };
      const next = nextVersion(account, decided.changes);
      const writes = [...(hasOtherPlan(account, next) ? setPlanOfKeys(keys, next) : []), ...(decided.writes ?? [])];
      return { change: { activity: decided.activity, account: next, writes }, result: next };
    },
    repeat: async (account) => account,
  });

function hasOtherPlan(before: Account, after: Account): boolean {
  const [one, other] = [secretPlanFields(before), secretPlanFields(after)];
  return (
    one.planId !== other.planId ||
    one.planState !== other.planState ||
    one.dayQuota?.day !== other.dayQuota?.day ||
    one.dayQuota?.calls !== other.dayQuota?.calls
  );
}
