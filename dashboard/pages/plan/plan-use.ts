import type { Key, Plan } from '../../api/api.ts';

type KeyUse = Pick<Key, 'name' | 'calls' | 'limits' | 'startedWith'>;

/**
 * Today's calls of one key and its quota of today, both with the calls that it started with: they count against its quota,
 * too. On a day on which the plan rose, the quota is smaller than the plan's.
 */
type CallsOfKey = { readonly name: string; readonly today: number; readonly quota: number };

/** What an account uses of its plan today. Undefined counts are not known. */
export type PlanUse = { readonly activeKeys: number; readonly busiest: CallsOfKey | undefined };

const callsOf = (keys: readonly KeyUse[]): CallsOfKey[] =>
  keys
    .flatMap(({ name, calls, limits, startedWith }) => {
      const started = startedWith?.calls ?? 0;
      return calls && limits ? [{ name, today: calls.today + started, quota: limits.callsPerDay + started }] : [];
    })
    .sort((one, other) => other.today - one.today);

/** The number of keys, and the key with the most calls today: limits apply to each key. */
export const planUse = (keys: readonly KeyUse[]): PlanUse => ({ activeKeys: keys.length, busiest: callsOf(keys)[0] });

/** The keys that have already used up the calls that a plan allows a day, the busiest first. */
export const keysOverQuota = ({ limits }: Pick<Plan, 'limits'>, keys: readonly KeyUse[]): readonly CallsOfKey[] =>
  callsOf(keys).filter(({ today }) => today >= limits.callsPerDay);

/** What of today's use a plan is too small for. */
export type PlanFit = {
  readonly excessKeys: number;
  readonly overQuota: readonly CallsOfKey[];
  /** Whether today's calls of every key are known. They are not while an account has no active plan. */
  readonly isKnown: boolean;
};

/** How a plan fits what the account uses today. */
export const planFit = (plan: Pick<Plan, 'limits' | 'keys'>, keys: readonly KeyUse[]): PlanFit => ({
  excessKeys: Math.max(0, keys.length - plan.keys),
  overQuota: keysOverQuota(plan, keys),
  isKnown: keys.every(({ calls }) => calls !== null),
});
