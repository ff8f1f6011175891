import type { Plan } from '../../api/api.ts';

/** What an account can do that has as many keys as its plan allows. */
export type KeyRoom = 'larger-plan' | 'none';

/**
 * Whether a larger plan would help: one that the customer can choose, with more keys.
 * @param plans undefined while they are not known
 */
export function roomBeyond(
  plans: readonly Pick<Plan, 'open' | 'keys'>[] | undefined,
  keys: number,
): KeyRoom | undefined {
  if (!plans) return undefined;
  return plans.some((plan) => plan.open && plan.keys > keys) ? 'larger-plan' : 'none';
}
