import type { Limits, Plan, Plans } from '../plans.ts';
import type { EpochMs } from '../time.ts';
import type { CallerIdentity } from './authorize.ts';
import { effectiveLimits } from './key-slots.ts';

/** The key that sent a request, its account and its plan. */
export type Caller = {
  readonly keyId: string;
  readonly accountId: string;
  readonly plan: Plan;
  /** When the secret ends, if it does. */
  readonly expiresAt?: EpochMs | undefined;
  /** The plan's limits, less what the key may not use on the day of that time. */
  readonly limitsAt: (at: EpochMs) => Limits;
};

/** Undefined if the settings do not have the plan, with which no key is authorized. */
export function callerOf(identity: CallerIdentity, plans: Plans): Caller | undefined {
  const { keyId, accountId, planId, expiresAt } = identity;
  const plan = plans.find(planId);
  return plan && { keyId, accountId, plan, expiresAt, limitsAt: (at) => effectiveLimits(plan.limits, identity, at) };
}
