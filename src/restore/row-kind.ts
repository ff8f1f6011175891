import type { Item } from '../table/item-table.ts';

/** The tables whose rows can be restored. */
export type RowKind = 'Directory' | 'Usage';

const isOneOfDirectory =
  /^(ACCOUNT|BILLING_SUMMARY|REQUESTS|SECRET|STRIPE_REQUESTS|TOKEN|(ACTIVITY|CHARGE|CREATION|IDEMPOTENCY|KEY|TOKEN)#.+)$/;
const isOneOfUsage = /^(last-used|below-cost|(minute|hour|DAY)#.+)$/;

/**
 * The table that a row belongs to, by its keys (src/directory, src/tokens, src/accounts/attempt-limits.ts, src/billing;
 * src/usage/tally-counter.ts, src/usage/day-items.ts and src/margin/below-cost.ts); undefined for a row of any other
 * table.
 */
export function kindOfRow({ pk, sk }: Item): RowKind | undefined {
  if (typeof pk !== 'string' || typeof sk !== 'string') return undefined;
  if (/^((ATTEMPTS|CUSTOMER|EVENT)#|(GRACE|RECONCILIATION|STRIPE_REQUESTS|SWEEP)$)/.test(pk)) return 'Directory';
  if (/^(ACCOUNT|SECRET|TOKEN)#/.test(pk) && isOneOfDirectory.test(sk)) return 'Directory';
  return isOneOfUsage.test(sk) ? 'Usage' : undefined;
}
