import type { AccountDecision } from '../accounts/account-plan.ts';
import { changeAccount, nextVersion } from '../directory/change-account.ts';
import type { Account, Key } from '../directory/directory-items.ts';
import { listActiveKeys } from '../directory/directory-reads.ts';
import { revokeKey } from '../keys/change-key.ts';
import type { Plan } from '../plans.ts';
import { dayMs, type EpochMs } from '../time.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';

// If Stripe gives an account a plan with fewer keys than are active, for example because somebody changed the price there,
// the customer has paid, so the plan counts. The account gets a notice. When it ends, the keys that were used most recently
// stay. A plan whose number of keys the operator lowers in the settings leads to no notice.

type ExcessKeys = NonNullable<Account['billing']>['excessKeys'];

type PlanChange = {
  /** Undefined without an active plan. */
  readonly plan: Plan | undefined;
  readonly isOtherPlan: boolean;
  readonly activeKeys: number;
  readonly now: number;
  readonly days: number;
};

/** The notice after a change of the plan. */
export function excessKeysAfter(
  before: ExcessKeys,
  { plan, isOtherPlan, activeKeys, now, days }: PlanChange,
): ExcessKeys {
  if (!plan) return before;
  if (before && !isOtherPlan) return activeKeys > before.allowed ? before : null;
  if (!isOtherPlan || activeKeys <= plan.keys) return null;
  return { planId: plan.id, allowed: plan.keys, endsAt: before?.endsAt ?? now + days * dayMs, isTold: false };
}

/** The activity row of a new notice. */
export function noticeOfExcessKeys({ billing }: Account, activeKeys: number): AccountDecision | undefined {
  const excessKeys = billing?.excessKeys;
  if (!billing || !excessKeys || excessKeys.isTold) return undefined;
  const { planId, allowed, endsAt } = excessKeys;
  return {
    changes: { billing: { ...billing, excessKeys: { ...excessKeys, isTold: true } } },
    activity: {
      action: 'keys_exceed_plan',
      after: { planId, allowed, active: activeKeys, endsAt: new Date(endsAt).toISOString() },
    },
  };
}

export type ExcessKeyDeps = BillingDeps & {
  /** When keys were last used, by id. */
  readonly lastUsedAt: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, EpochMs>>;
};

/** Revokes the surplus of an account whose notice is over. @returns the number of revoked keys */
export async function revokeExcessKeys(deps: ExcessKeyDeps, account: Account): Promise<number> {
  const { accountId, billing } = account;
  const notice = billing?.excessKeys;
  if (!notice || notice.endsAt > deps.clock()) return 0;
  const allowed = Math.max(notice.allowed, deps.plans.find(account.planId)?.keys ?? 0);
  const keys = await listActiveKeys(deps.directory, account);
  const surplus = await leastRecentlyUsed(deps, keys, keys.length - allowed);
  const request = { accountId, origin: byBilling };
  for (const { keyId } of surplus) await revokeKey(deps, request, keyId);
  await changeAccount(deps, request, {
    decide: async (now) =>
      now.billing?.excessKeys
        ? {
            change: { account: nextVersion(now, { billing: { ...now.billing, excessKeys: null } }) },
            result: undefined,
          }
        : { result: undefined },
    repeat: async () => undefined,
  });
  if (surplus.length > 0) deps.log.warn('excess_keys_revoked', { accountId, keys: surplus.length });
  return surplus.length;
}

/** A key that was never used counts as used when it was created. */
async function leastRecentlyUsed({ lastUsedAt }: ExcessKeyDeps, keys: readonly Key[], count: number): Promise<Key[]> {
  if (count <= 0) return [];
  const used = await lastUsedAt(keys.map(({ keyId }) => keyId));
  const timeOf = ({ keyId, createdAt }: Key): number => used.get(keyId) ?? createdAt;
  return keys.toSorted((one, other) => timeOf(one) - timeOf(other)).slice(0, count);
}
