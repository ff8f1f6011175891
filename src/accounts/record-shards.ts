import { shardsOf } from '../limits/shards.ts';
import { findPlan } from '../plans/plans.ts';
import type { Account } from './account.ts';

/**
 * Over how many partitions the records of an account's keys may be spread on any day: as many as the widest plan that it
 * ever had took, or takes today the one that it is on, whose rate may have been raised since the account last changed.
 */
export function recordShardsOf({ planId, recordShards }: Pick<Account, 'planId' | 'recordShards'>): number {
  const plan = findPlan(planId);
  return Math.max(recordShards, plan ? shardsOf(plan.limits) : 1);
}
